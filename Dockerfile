# An image with one static binary, certificates and nothing else: no shell, no C library, no package manager.

FROM rust:1.95-bookworm AS build
RUN apt-get update \
  && apt-get install -y --no-install-recommends musl-tools python3-pip python3-venv \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# The caches stay with the builder: the next build compiles only what changed.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
  --mount=type=cache,target=/source/target \
  cargo xtask build --static \
  && install -D target/*-unknown-linux-musl/release/loci /root-of-image/usr/bin/loci \
  && install -D /etc/ssl/certs/ca-certificates.crt /root-of-image/etc/ssl/certs/ca-certificates.crt \
  && install -d --mode=1777 /root-of-image/tmp \
  && mkdir /data

FROM scratch
COPY --from=build /root-of-image/ /
COPY --from=build --chown=65532:65532 /data /data
# Any host name reaches the container's address, and only published ports reach the container.
ENV LOCI_ADDR=0.0.0.0:7077 LOCI_DATA=/data
USER 65532:65532
VOLUME /data
EXPOSE 7077
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["/usr/bin/loci", "check-health"]
ENTRYPOINT ["/usr/bin/loci"]
CMD ["serve"]
