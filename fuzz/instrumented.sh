#!/bin/sh
# Cargo calls this in place of the compiler for the crates of this repository: it has them count their branches,
# which is what libFuzzer steers by. Build scripts run before there is anything to count for.
case " $* " in
  *" --crate-name build_script_"*) exec "$@" ;;
  *" --crate-type "*) ;;
  *) exec "$@" ;;
esac
# What inputs go through most is worth optimising; the rest would take longer to build than it runs.
case " $* " in
  *" --crate-name engine "* | *" --crate-name store "*) set -- "$@" -Copt-level=1 ;;
esac
exec "$@" --cfg fuzzing \
  -Cpasses=sancov-module \
  -Cllvm-args=-sanitizer-coverage-level=3 \
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
  -Cllvm-args=-sanitizer-coverage-pc-table \
  -Cllvm-args=-sanitizer-coverage-trace-compares
