import type { RawConnection } from '../../wire/raw-connection.js'
import { describeReply } from './rule.js'

/** A list of the protocol, and the member of its result that has the items. */
export interface PagedList {
  readonly method: string
  readonly member: string
}

/** Reads all pages of a list, 64 at most. Resolves with what came before a problem, too. */
export async function readPages(
  connection: RawConnection,
  { method, member }: PagedList,
): Promise<{ readonly items: readonly unknown[]; readonly problem?: string | undefined }> {
  const items: unknown[] = []
  const seen = new Set<unknown>()
  let cursor: unknown
  do {
    const reply = await connection.request(method, cursor === undefined ? {} : { cursor })
    const page = reply.response?.result?.[member]
    if (!Array.isArray(page)) return { items, problem: `there is no list "${member}"; ${describeReply(reply)}` }
    items.push(...page)
    cursor = reply.response?.result?.['nextCursor'] ?? undefined
    if (seen.has(cursor)) return { items, problem: `the cursor ${JSON.stringify(cursor)} came twice` }
    seen.add(cursor)
  } while (cursor !== undefined && seen.size < mostPages)
  return { items, ...(cursor !== undefined && { problem: `there are more than ${mostPages} pages` }) }
}

const mostPages = 64
