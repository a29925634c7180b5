import { listAll } from '../../client/requests/list-all.js'
import type { Page } from '../../protocol/model/results.js'
import { skillsExtension } from '../../skills/skill.js'
import { isObject } from '../../values/json/is-object.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { ListReader } from './gateway-lists.js'

type Entry = Readonly<Record<string, unknown>>

/** The skills of all upstreams, whose files are routed by the folder of the skill. spec: extensions/skills#listing-skills */
export class SkillLists {
  readonly #upstreams: readonly Upstream[]
  /** The first upstream that has a folder, by the folder. */
  readonly #owners = new Map<string, Upstream>()

  constructor(upstreams: readonly Upstream[]) {
    this.#upstreams = upstreams
  }

  /** The upstream of a skill or one of its files, as far as it was listed. */
  ownerOf(uri: string): Upstream | undefined {
    for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) {
      const owner = this.#owners.get(uri.slice(0, end))
      if (owner !== undefined) return owner
    }
    return undefined
  }

  /** All skills, in the order of the upstreams; of several with one URI the first. Those of upstreams that fail are left out. */
  async read(reader: ListReader): Promise<readonly Entry[]> {
    const lists = await Promise.allSettled(this.#upstreams.map((upstream) => readSkills(upstream, reader)))
    const skills = new Map<unknown, Entry>()
    for (const [at, list] of lists.entries()) {
      const upstream = this.#upstreams[at]
      if (list.status === 'rejected' || upstream === undefined) continue
      for (const entry of list.value) {
        const uri = String(entry['uri'])
        if (!skills.has(uri)) skills.set(uri, entry)
        this.#remember(uri, upstream)
      }
    }
    return [...skills.values()]
  }

  #remember(uri: string, upstream: Upstream): void {
    const folder = uri.slice(0, Math.max(0, uri.lastIndexOf('/')))
    if (folder === '' || this.#owners.has(folder)) return
    if (this.#owners.size >= maxFolders) this.#owners.clear()
    this.#owners.set(folder, upstream)
  }
}

/** As many as a client reads of one list by default. */
const maxFolders = 10_000

async function readSkills(upstream: Upstream, { exchange, singles }: ListReader): Promise<readonly Entry[]> {
  const { active, services } = await upstream.connectionFor(exchange, singles).ready(exchange)
  const extensions = active.handshake.capabilities['extensions']
  if (!isObject(extensions) || !Object.hasOwn(extensions, skillsExtension)) return []
  const { timeoutMs, maxTimeoutMs, limits } = services
  const method = 'skills/list'
  const page = (cursor: string | undefined) =>
    active.connection.request(method, cursor === undefined ? undefined : { cursor }, { timeoutMs, maxTimeoutMs })
  const itemsOf = (read: Page) => (read as Readonly<Record<string, unknown>>)['skills'] as readonly unknown[] // decoding checked it
  const all = await listAll({ method, itemsOf, limits, page, onInvalidCursor: () => {} }, true)
  return all.filter(isObject)
}
