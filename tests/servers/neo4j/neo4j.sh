#!/usr/bin/env bash
# A real Neo4j Community server for tests and benches, from Maven packages; a JDK 17 or 21 and mvn needed, no root.
#   neo4j.sh start FOLDER [PORT] [PASSWORD]   fetch once into FOLDER/lib, start, wait until Bolt answers, print the URI
#   neo4j.sh stop FOLDER                      stop it and wait; the data stays in FOLDER/data
# With a password the login is neo4j / PASSWORD; without one nobody has to log in. NEO4J_HEAP (1g) and NEO4J_PAGECACHE (512, in MB) are its memory.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
action=${1:?start or stop}; mkdir -p "${2:?a folder}"; folder=$(cd "$2" && pwd); port=${3:-7687}

fetch() {  # into a folder of its own first, so that a fetch that was cut off is not taken for a whole one
  rm -rf "$folder/lib.part"
  timeout 600 mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$folder/lib.part" > "$folder/mvn.log" 2>&1 \
    || { echo "Neo4j could not be fetched from the Maven repository; see $folder/mvn.log" >&2; exit 3; }
  mv "$folder/lib.part" "$folder/lib"
}

case $action in
  start)
    [ -d "$folder/lib" ] || fetch
    nohup java -Xmx"${NEO4J_HEAP:-1g}" --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
      --add-opens=java.base/sun.nio.ch=ALL-UNNAMED -cp "$folder/lib/*" "$here/Neo4jServer.java" "$folder/data" "$port" ${4:+"$4"} \
      > "$folder/neo4j.log" 2>&1 < /dev/null &
    echo $! > "$folder/pid"
    for _ in $(seq 240); do
      if grep -q '^Bolt ready' "$folder/neo4j.log"; then echo "bolt://127.0.0.1:$port"; exit 0; fi
      kill -0 "$(cat "$folder/pid")" 2>/dev/null || break
      sleep 0.5
    done
    echo "Neo4j did not start; see $folder/neo4j.log" >&2; tail -n 20 "$folder/neo4j.log" >&2; exit 1 ;;
  stop)
    [ -f "$folder/pid" ] || exit 0
    pid=$(cat "$folder/pid"); kill "$pid" 2>/dev/null || exit 0
    for _ in $(seq 240); do kill -0 "$pid" 2>/dev/null || exit 0; sleep 0.5; done
    echo "Neo4j ($pid) did not stop in two minutes" >&2; exit 1 ;;
  *) echo "start or stop, not $action" >&2; exit 2 ;;
esac
