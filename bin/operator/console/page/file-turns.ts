/**
 * Whose pictures are loaded next. Browsers have six connections to the console, and commands need some of them: an owner whose
 * server is slow must not keep pictures of others, or commands, waiting.
 */
const MOST = 4;
const MOST_PER_OWNER = 2;

interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
}

const loading = new Map<string, number>();
let waiting: readonly Waiting[] = [];

const countOf = (owner: string): number => loading.get(owner) ?? 0;
const total = (): number => [...loading.values()].reduce((sum, count) => sum + count, 0);

function beginNext(): void {
  const next = total() < MOST ? waiting.find(({ owner }) => countOf(owner) < MOST_PER_OWNER) : undefined;
  if (!next) return;
  waiting = waiting.filter((each) => each !== next);
  loading.set(next.owner, countOf(next.owner) + 1);
  next.begin();
  beginNext();
}

/**
 * @param begin called when it may be loaded, perhaps immediately.
 * @returns ends it, also before it has begun. Ending it again does nothing.
 */
export function takeTurn(owner: string, begin: () => void): () => void {
  let hasBegun = false;
  let hasEnded = false;
  const own: Waiting = {
    owner,
    begin() {
      hasBegun = true;
      begin();
    },
  };
  waiting = [...waiting, own];
  beginNext();
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    waiting = waiting.filter((each) => each !== own);
    if (hasBegun) loading.set(owner, countOf(owner) - 1);
    beginNext();
  };
}
