# Contains only skilllint: no shell, no libraries, and a numeric user. goreleaser builds it from the released binaries,
# with one directory per platform.
#
#	docker run --rm --network none -v "$PWD:/work:ro" ghcr.io/skilllint/skilllint
#
# The image has no git, so --changed, --staged and --base do not work in it.
FROM scratch
ARG TARGETPLATFORM
COPY LICENSE /LICENSE
COPY $TARGETPLATFORM/skilllint /usr/local/bin/skilllint
LABEL org.opencontainers.image.source="https://github.com/skilllint/skilllint" \
      org.opencontainers.image.url="https://skilllint.github.io/skilllint/" \
      org.opencontainers.image.description="Find what is wrong with agent skills, registries and MANIFEST.jsonl files" \
      org.opencontainers.image.licenses="Apache-2.0"
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/skilllint"]
