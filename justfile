# Daily commands; `just` lists them. CONTRIBUTING.md says which test to run for which change.

_list:
    @just --list --unsorted

# Start Delos: the playground, or Discord if DISCORD_TOKEN is set
run *args:
    cargo run --release -- {{args}}

# Type-check one package, with its tests
check package="bot":
    cargo check --package {{package}} --all-targets

# Run the tests of one package: `just test app visibility`
test package *filter:
    cargo test --package {{package}} {{filter}}

# Play scenes and compare what people read: `just scenes challenges`
scenes *filter:
    cargo test --package bot --test it conversations::{{filter}}

# Store changed snapshots of scenes; read the differences afterward
accept *filter:
    INSTA_UPDATE=always cargo test --package bot --test it conversations::{{filter}}

# Store changed pictures; look at them afterward
bless:
    BLESS_PICTURES=1 cargo test --package render

# Format, and run the checks that take seconds
quick:
    cargo fmt --all
    .ci/run consistent spelling unused arrows

# Lint everything, warnings being errors
lint:
    .ci/run clippy doc

# Run everything that CI runs
ci:
    .ci/run

# Print the checksum of the engine's play
checksum:
    cargo run --release --package engine --bin delos-engine -- bench

# Draw every kind of picture
gallery:
    cargo run --release --package render --example gallery
