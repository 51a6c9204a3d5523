# The same version as in rust-toolchain.toml; a test compares them.
FROM rust:1.95.0-slim-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates gcc libc6-dev make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /delos
COPY . .
# The caches keep compiled dependencies between builds; only the program is copied out. jemalloc keeps memory flat.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/delos/target \
    cargo build --locked --profile dist --package bot --features jemalloc,matrix \
    && cp target/dist/delos /usr/local/bin/delos

FROM debian:bookworm-slim
# The program needs the C library, and for Matrix the system's CA certificates.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin delos \
    && install --directory --owner delos --group delos --mode 0700 /data
COPY --from=build /usr/local/bin/delos /usr/local/bin/delos
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/delos/
USER delos
WORKDIR /data
ENV DELOS_DATA=/data DELOS_LOG_FORMAT=json
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["delos", "health"]
ENTRYPOINT ["delos"]
