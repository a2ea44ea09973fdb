# Makefile - names for what is done here; the work is in meson.build and tools/.
.PHONY: all run check build docs install asan null musl clang fuzz slow lab bench leave peers lint format help

all: build

# "make -j" must not start a build before what it needs is there.
.NOTPARALLEL:

# Programs: the two commands of README.md, and their parts.
run: deps build ## measure this machine (ARGS= for options and rows)
	@build/src/cmd/perfloss run $(ARGS)

check: deps-dev build ## every fast test, lint and layers among them
	@tools/test build

build: ## build into build/
	@tools/build build

docs: build ## a page for each row, in build/doc/rows
	@echo 'build/doc/rows has a page for each row'

install: build ## install (DESTDIR=, or meson setup --prefix first)
	@meson install -C build --no-rebuild

# The same tests in other builds, each in a directory of its own.
asan: ## address and undefined-behaviour sanitizers
	@tools/build build-asan -Db_sanitize=address,undefined \
	    -Dstatic_probe=false -Dwerror=false
	@tools/test build-asan --no-suite lint --no-suite made-up

null: ## the platform that knows nothing
	@tools/build build-null -Dplatform=null
	@tools/test build-null --no-suite lint $(foreach s,stats model judge \
	    store import report cmd golden,--no-suite $(s))

musl: ## the probe with musl libc
	@CC=musl-gcc tools/build build-musl -Dprobe_only=true
	@tools/test build-musl --no-suite lint

clang: ## everything with clang, but what a person does
	@CC=clang tools/build build-clang
	@tools/test build-clang --no-suite lint --no-suite e2e --no-suite made-up

fuzz: ## libFuzzer on a target of tests/fuzz (T=import, S=60 seconds)
	@tools/fuzz $(or $(T),import) $(or $(S),60)

slow: build ## how often it is wrong, 15 minutes (W=, SUITES=, ARGS=)
	@tools/slow $(if $(SUITES),-n $(SUITES)) $(if $(ARGS),--args='$(ARGS)') $(W)

lab: build ## tests and numbers with a kernel, fetched (K=DIR has one)
	@PERFLOSS_TEST_KERNELS=$$(tools/test-kernels $(or $(K),build/kernels)) && \
	    export PERFLOSS_TEST_KERNELS && \
	    tools/test build --setup all drive-boot drive-guest \
	    lab-exec lab-real && tools/slow lab

bench: build ## speed against targets, half an hour (W= for parts)
	@tools/bench $(W)

leave: build ## loads that leave something known: is it named? (W=, ARGS=)
	@tools/leave $(ARGS) build/src/cmd/perfloss $(W)

peers: build ## beside other tools (W= for parts, LMBENCH=DIR, ARGS=)
	@tools/peers $(if $(LMBENCH),-L $(LMBENCH)) $(ARGS) $(W)

# Source.
lint: build ## style, layers, documentation, linters
	@tools/test build --suite lint

format: ## clang-format all of src and tests
	@tools/format

.PHONY: deps deps-dev
deps: ## install what building needs (apt)
	@tools/install-deps

deps-dev: ## and what make check needs
	@tools/install-deps --dev

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 18
