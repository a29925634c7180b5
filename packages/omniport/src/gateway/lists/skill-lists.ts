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
  /** The first upstream that has a folder, by the folder with the slash at its end. */
  readonly #owners = new Map<string, Upstream>()
  /** In order; undefined after one was added. */
  #folders: readonly Folder[] | undefined = []

  constructor(upstreams: readonly Upstream[]) {
    this.#upstreams = upstreams
  }

  /** The upstream of a skill or one of its files, as far as it was listed. The time is linear in the length of the URI. */
  ownerOf(uri: string): Upstream | undefined {
    this.#folders ??= sortFolders(this.#owners)
    const nearest = lastUpTo(this.#folders, uri)
    if (nearest === undefined) return undefined
    const shared = sharedLength(nearest.path, uri)
    let folder: Folder | undefined = nearest
    while (folder !== undefined && folder.path.length > shared) folder = folder.outer
    return folder?.owner
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
    const folder = uri.slice(0, uri.lastIndexOf('/') + 1)
    if (folder.length < 2 || this.#owners.has(folder)) return
    if (this.#owners.size >= maxFolders) this.#owners.clear()
    this.#owners.set(folder, upstream)
    this.#folders = undefined
  }
}

/** A folder of a skill. */
interface Folder {
  /** With the slash at its end, so that what is in it begins with it. */
  readonly path: string
  readonly owner: Upstream
  /** The next one around it. */
  readonly outer: Folder | undefined
}

/** Sorts folders, so that each stands before all that is in it. */
function sortFolders(owners: ReadonlyMap<string, Upstream>): readonly Folder[] {
  let outer: Folder | undefined
  return [...owners]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, owner]) => {
      while (outer !== undefined && !path.startsWith(outer.path)) outer = outer.outer
      outer = { path, owner, outer }
      return outer
    })
}

/** The last folder that is not after the URI: the deepest one with the URI in it, or one within that. */
function lastUpTo(folders: readonly Folder[], uri: string): Folder | undefined {
  let [low, high] = [0, folders.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((folders[middle]?.path ?? '') <= uri) low = middle + 1
    else high = middle
  }
  return folders[low - 1]
}

function sharedLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
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
