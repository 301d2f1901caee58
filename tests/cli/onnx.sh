#!/usr/bin/env bash
# Exports rankers to ONNX: ONNX's own checker accepts them, and OpenCV, which runs
# ONNX files, ranks every query as the layers of `--to json` do, except those that
# divide by what they compute, which OpenCV 4.6 can't. Skipped (77) without
# python3-onnx and python3-opencv (scripts/setup.sh onnx). Usage: onnx.sh FEDLTR
set -eu
fedltr=$(realpath "$1")
for python in /usr/bin/python3 python3; do
  "$python" -c 'import onnx, cv2, numpy' 2>/dev/null && break
  python=
done
[ -n "$python" ] || { echo "skipped: no python3-onnx, python3-opencv; scripts/setup.sh onnx"; exit 77; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$fedltr" data synth --out data --like custom --queries 60 --features 9 >synth.txt
# Features of other ranges than [0, 1], and one that is constant.
sed -E 's/ 2:[^ ]+/ 2:0.5/; s/ 3:0\./ 3:7./' data/S5.txt >test.txt
printf '[run]\nname = small\n[federation]\nclients = 4\nrounds = 10\n' >small.ini

export_both() { # FOLDER OPTION...
  local folder=$1
  shift
  for target in onnx json; do
    "$fedltr" export run --to $target --out "$folder" "$@" >>export.txt
  done
}

for ranker in linear neural neural-relu; do
  for normalize in none query-minmax query-zscore log1p; do
    init=zero
    [ $ranker = linear ] || init=normal
    "$fedltr" run small.ini --quiet --force --out run --set data.folds=data \
      --set ranker.model=$ranker --set ranker.init=$init \
      --set data.normalize=$normalize >run.txt
    export_both "out/$ranker-$normalize"
    [ $normalize != query-minmax ] || export_both "out/$ranker-fixed" --data test.txt
  done
done

"$python" - <<'PYTHON'
import glob, json
import cv2, numpy, onnx

def queries():
    found = {}
    for line in open('test.txt'):
        words = line.split('#')[0].split()
        values = dict(word.split(':') for word in words[2:])
        found.setdefault(words[1], []).append(
            [float(values.get(str(j), 0)) for j in range(1, 10)])
    return [numpy.array(rows) for rows in found.values()]

def through_layers(model, x):
    if model['normalize'] == 'fixed-minmax':
        least, most = (numpy.array([feature[end] for feature in model['features']])
                       for end in ('min', 'max'))
    else:
        least, most = 0, 1
    x = (x - least) / numpy.where(most > least, most - least, 1)
    for layer in model['layers']:
        x = x @ numpy.array(layer['matrix']).T + layer['bias']
        if layer['activation'] == 'sigmoid': x = 1 / (1 + numpy.exp(-x))
        if layer['activation'] == 'relu': x = numpy.maximum(x, 0)
    return x[:, 0]

files = sorted(glob.glob('out/*/small.onnx'))
assert len(files) == 15, files
for file in files:
    onnx.checker.check_model(onnx.load(file), full_check=True)
    model = json.load(open(file.replace('.onnx', '.json')))
    if model['normalize'] not in ('none', 'fixed-minmax'):
        print(f'{file}: checked')
        continue
    furthest = 0
    for x in queries():
        net = cv2.dnn.readNetFromONNX(file)
        net.setInput(x.astype('float32'), 'features')
        scores = net.forward('score').reshape(-1)
        expected = through_layers(model, x)
        furthest = max(furthest, abs(scores - expected).max() / abs(expected).max())
        for one in range(len(x)):
            above = expected > expected[one] + 1e-5 * abs(expected).max()
            assert (scores[above] > scores[one]).all(), file
    assert furthest < 1e-5, (file, furthest)
    print(f'{file}: {len(queries())} queries, scores within {furthest:.1e}')
PYTHON
