"""Checks that deploy/ is what Kubernetes and Slurm read: each document and
each #SBATCH line by a schema, and the files that a manifest names exist.
Usage: check.py SOURCE"""

import json
import re
import sys
from pathlib import Path

import jsonschema
import yaml

HERE = Path(__file__).parent
SOURCE = Path(sys.argv[1])


def schema_of(name):
    schema = json.loads((HERE / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def sbatch_options(file):
    """Of a job: an option's value by its name, none twice."""
    lines = file.read_text().splitlines()
    assert lines[0] == "#!/bin/bash", file
    # Slurm reads options up to the first line that is no comment.
    head = next(i for i, line in enumerate(lines) if not line.startswith("#"))
    assert not any(line.startswith("#SBATCH") for line in lines[head:]), file
    options = {}
    for line in lines[:head]:
        if line.startswith("#SBATCH"):
            name, value = re.fullmatch(r"#SBATCH --([a-z-]+)=?(.*)", line).groups()
            assert name not in options, line
            options[name] = value
    return options


def refused(validator, document):
    return not validator.is_valid(document)


def check_slurm():
    schema = schema_of("sbatch")
    jobs = sorted((SOURCE / "deploy/slurm").glob("*.sbatch"))
    assert jobs
    for job in jobs:
        options = sbatch_options(job)
        schema.validate(options)
        # A schema that takes all would check nothing.
        assert refused(schema, {**options, "cpu-per-task": "4"})
        assert refused(schema, {**options, "signal": "TERM@120"})


def check_manifest():
    schema = schema_of("kubernetes")
    kinds = {}
    documents = list(yaml.safe_load_all((SOURCE / "deploy/kubernetes.yaml").read_text()))
    for each in documents:
        schema.validate(each)
        assert refused(schema, {**each, "specs": {}})
        assert refused(schema, {**each, "apiVersion": "batch/v1beta1"})
        kinds.setdefault(each["kind"], {})[each["metadata"]["name"]] = each["spec"]
    assert set(kinds) == {"Job", "Service", "PersistentVolumeClaim"}
    for job in kinds["Job"].values():
        check_pod(job["template"]["spec"], kinds["PersistentVolumeClaim"])
    labels = [job["template"]["metadata"]["labels"] for job in kinds["Job"].values()]
    for service in kinds["Service"].values():
        assert service["selector"] in labels


def check_pod(pod, claims):
    volumes = {volume["name"]: volume for volume in pod["volumes"]}
    for container in pod["containers"]:
        for mount in container["volumeMounts"]:
            volume = volumes.pop(mount["name"])
            claim = volume.get("persistentVolumeClaim")
            assert not claim or claim["claimName"] in claims
            for kind in ("secret", "projected"):
                assert volume.get(kind, {}).get("defaultMode", 0o440) == 0o440
    assert not volumes, volumes


check_slurm()
check_manifest()
