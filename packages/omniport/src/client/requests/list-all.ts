import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { OmniportError } from '../../values/errors/omniport-error.js'

/** How to read a list. */
export interface ListAllOptions {
  readonly method: string
  /** The member of a page that holds its items. */
  readonly items: string
  readonly limits: Limits
  /** Gets one page; the first one has no cursor. `fresh`: not from a cache. */
  readonly page: (cursor: string | undefined, fresh: boolean) => Promise<Readonly<Record<string, unknown>>>
  /** A cursor turned out invalid: pages that were kept are worth nothing. */
  readonly onInvalidCursor: () => void
}

/**
 * All pages of a list, in order. A cursor that became invalid on the way starts it over, once.
 *
 * spec: server/utilities/pagination, server/utilities/caching#interaction-with-pagination
 *
 * Rejects with OmniportError `limit` naming `pages` or `items`, or `invalid_result` when a cursor comes back again.
 */
export async function listAll(options: ListAllOptions, fresh: boolean): Promise<readonly unknown[]> {
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

/** Never leaves this file. */
class InvalidCursor extends Error {}

async function readPages(options: ListAllOptions, fresh: boolean): Promise<readonly unknown[]> {
  const { method, items, limits } = options
  const seen = new Set<string>()
  const all: unknown[] = []
  let cursor: string | undefined
  for (let pages = 1; ; pages += 1) {
    const page = await readPage(options, cursor, fresh)
    for (const item of page[items] as readonly unknown[]) all.push(item) // the codec saw to that
    if (all.length > limits.items) throw beyond(method, `limits.items is ${limits.items}`)
    const next = page['nextCursor']
    if (typeof next !== 'string') return all
    if (seen.has(next)) throw new OmniportError('invalid_result', `${method}: the cursor of a page came back again`)
    if (pages >= limits.pages) throw beyond(method, `limits.pages is ${limits.pages}`)
    seen.add(next)
    cursor = next
  }
}

async function readPage({ page }: ListAllOptions, cursor: string | undefined, fresh: boolean) {
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
