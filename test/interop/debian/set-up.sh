#!/usr/bin/env bash
# Sets up the peers that Debian packages, in a folder of its own with Debian sid: `test/interop/debian/set-up.sh <folder>`, as root.
# The tests find it by OMNIPORT_DEBIAN_PEERS. It takes some 600 MB.
set -euo pipefail

folder="${1:?say in which folder}"
mirror="${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
if [ "$(id -u)" -ne 0 ]; then
  echo 'debootstrap needs root' >&2
  exit 1
fi
command -v debootstrap >/dev/null || apt-get install -y -q --no-install-recommends debootstrap
[ -e "$folder/usr/bin/apt-get" ] || debootstrap --variant=minbase sid "$folder" "$mirror"
# Nothing in it is a service, and no package is to start one.
printf '#!/bin/sh\nexit 101\n' >"$folder/usr/sbin/policy-rc.d"
chmod +x "$folder/usr/sbin/policy-rc.d"
DEBIAN_FRONTEND=noninteractive chroot "$folder" apt-get install -y -q --no-install-recommends python3-mcp ruby-mcp libmcp-perl
chroot "$folder" dpkg-query --show python3-mcp ruby-mcp libmcp-perl
echo "OMNIPORT_DEBIAN_PEERS=$folder"
