FROM python:3.12-slim-bookworm

# What the Graphviz inside the pygraphviz wheel loads.
RUN apt-get update \
 && apt-get install -y --no-install-recommends libx11-6 libxext6 libxrender1 libglib2.0-0 \
 && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY requirements.lock ./
RUN python -m pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY kgcore kgcore
COPY adapters adapters
RUN python -m pip install --no-cache-dir hatchling==1.27.0 \
 && python -m pip install --no-cache-dir --no-deps --no-build-isolation .

RUN useradd --create-home evigraph && mkdir /data && chown evigraph /data
USER evigraph
WORKDIR /home/evigraph
ENV EVIGRAPH_DATA=/data EVIGRAPH_HOST=0.0.0.0 EVIGRAPH_PORT=8700
EXPOSE 8700
VOLUME /data
CMD ["evigraph", "run"]
