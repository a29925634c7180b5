import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { Page } from '../../protocol/model/results.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

export interface ListAllOptions<P extends Page, T> {
  readonly method: string
  readonly itemsOf: (page: P) => readonly T[]
  readonly limits: Limits
  /** Requests one page; the first one has no cursor. `fresh`: not from the cache. */
  readonly page: (cursor: string | undefined, fresh: boolean) => Promise<P>
  /** Called when the server refuses a cursor: cached pages are stale. */
  readonly onInvalidCursor: () => void
}

/**
 * Reads all pages of a list, in order. When a cursor becomes invalid, it starts over, once.
 *
 * spec: server/utilities/pagination, server/utilities/caching#interaction-with-pagination
 *
 * Rejects with OmniportError `limit` naming `pages` or `items`, or `invalid_result` when a cursor comes back again.
 */
export async function listAll<P extends Page, T>(options: ListAllOptions<P, T>, fresh: boolean): Promise<readonly T[]> {
  try {
    return await readPages(options, fresh)
  } catch (reason) {
    if (!(reason instanceof InvalidCursor)) throw reason
    options.onInvalidCursor()
  }
  try {
    return await readPages(options, true)
  } catch (reason) {
    throw reason instanceof InvalidCursor ? reason.cause : reason
  }
}

class InvalidCursor extends Error {}

async function readPages<P extends Page, T>(options: ListAllOptions<P, T>, fresh: boolean): Promise<readonly T[]> {
  const { method, itemsOf, limits } = options
  const seen = new Set<string>()
  const all: T[] = []
  let cursor: string | undefined
  for (let pages = 1; ; pages += 1) {
    const page = await readPage(options, cursor, fresh)
    for (const item of itemsOf(page)) all.push(item)
    if (all.length > limits.items) throw beyond(method, `limits.items is ${limits.items}`)
    const next: unknown = page.nextCursor // the codec does not check it
    if (typeof next !== 'string') return all
    if (seen.has(next)) throw new OmniportError('invalid_result', `${method}: the cursor of a page came back again`)
    if (pages >= limits.pages) throw beyond(method, `limits.pages is ${limits.pages}`)
    seen.add(next)
    cursor = next
  }
}

async function readPage<P extends Page>(
  { page }: ListAllOptions<P, unknown>,
  cursor: string | undefined,
  fresh: boolean,
): Promise<P> {
  try {
    return await page(cursor, fresh)
  } catch (reason) {
    if (cursor === undefined || !RpcError.is(reason) || reason.code !== -32602) throw reason
    throw new InvalidCursor('', { cause: reason })
  }
}

function beyond(method: string, limit: string): OmniportError {
  return new OmniportError('limit', `${method}: the list is longer than this client reads; ${limit}`)
}
