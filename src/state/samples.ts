/** The traces that come with the page (`public/samples`). */
export interface Sample {
  readonly name: string;
  readonly file: string;
  readonly sentence: string;
}

export const SAMPLES: readonly Sample[] = [
  {
    name: 'redis-server',
    file: 'redis-server.hpa.csv.gz',
    sentence: 'A Redis server under load: 24 785 HPA events on one shard.',
  },
  {
    name: 'python-json',
    file: 'python-json.hpa.csv.gz',
    sentence: 'Python building and dropping JSON in four threads: 160 967 HPA events on several shards.',
  },
  {
    name: 'churn-sec',
    file: 'churn-sec.sec.csv.gz',
    sentence:
      'A program that churns extents, recorded above the SEC: 53 018 requests, cache misses among them.',
  },
];
