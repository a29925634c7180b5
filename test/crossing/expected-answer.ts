import type { Revision } from '../wire/revisions.js'
import { directAnswer } from './direct-answers.js'
import type { Feature } from './feature.js'
import { less } from './less.js'

/** What a client has to get through a gateway: what it gets directly, less what the revision of the upstream leaves out. */
export async function expectedAnswer(feature: Feature, client: Revision, upstream: Revision): Promise<unknown> {
  const direct = await directAnswer(feature, client)
  if (client === upstream) return direct
  const there = await directAnswer(feature, upstream)
  const isOlder = upstream < client
  const rest = isOlder && feature.less !== undefined ? feature.less(direct, there) : direct
  return less(rest, there, isOlder)
}
