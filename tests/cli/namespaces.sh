# A network in network namespaces; to be sourced in one (unshare -rmn), and by root there.

# Makes the bridge.
make_bridge() {
  mount -t tmpfs none /run && mkdir /run/netns && ip link add bridge type bridge &&
    ip link set bridge up
}

# Joins a namespace to the bridge; it is 10.9.0.NUMBER there.
join_network() { # NAME NUMBER
  ip netns add "$1" && ip link add "to-$1" type veth peer name eth0 netns "$1" &&
    ip link set "to-$1" master bridge up &&
    ip -n "$1" address add "10.9.0.$2/24" dev eth0 &&
    ip -n "$1" link set lo up && ip -n "$1" link set eth0 up
}
