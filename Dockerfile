# skilllint and nothing else: no shell, no libraries, no user but a number. goreleaser builds it for each
# platform from the released binaries, which lie in a folder per platform.
#
#	docker run --rm --network none -v "$PWD:/work:ro" ghcr.io/skilllint/skilllint
#
# What needs git (--changed, --staged, --base) needs more than this image.
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
