import { isRecord } from '../wire/is-record.js'
import type { Placeholders } from './placeholders.js'

/** What is known in a case, and the ids of it that were made up while it ran. */
export interface Named {
  readonly known: Placeholders
  readonly ids: Map<string, string>
}

/**
 * Gives the ids that a server made up in a message their names, where the transcript gave them none: `question` is the id of
 * the first request of the server, `question2` that of the second; so are `state`, a `requestState`, and `page`, the id in
 * the address of a page to open.
 */
export function nameIds(message: unknown, named: Named): void {
  if (isRecord(message) && typeof message['method'] === 'string') nameId('question', message['id'], named)
  nameMembers(message, named)
}

/** Names a text after its kind, unless the case has a name for it. */
export function nameId(kind: string, id: unknown, { known, ids }: Named): void {
  if (typeof id !== 'string') return
  const [found] = [...known].find(([, value]) => value === id) ?? []
  if (found !== undefined) {
    ids.set(found, id)
    return
  }
  let name = kind
  for (let count = 2; known.has(name); count += 1) name = `${kind}${count}`
  known.set(name, id)
  ids.set(name, id)
}

function nameMembers(value: unknown, named: Named): void {
  if (Array.isArray(value)) for (const item of value) nameMembers(item, named)
  if (!isRecord(value)) return
  for (const [key, member] of Object.entries(value)) {
    if (key === 'requestState') nameId('state', member, named)
    else if (key === 'url') nameId('page', /[0-9a-f]{32}/.exec(String(member))?.[0], named)
    else nameMembers(member, named)
  }
}
