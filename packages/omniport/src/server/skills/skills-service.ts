import type { MaybePromise } from '../../async/maybe-promise.js'
import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { ExtendedResult } from '../../protocol/results/extended-result.js'
import { newestRevision } from '../../protocol/revisions/revision.js'
import { exactText } from '../../skills/exact-text.js'
import { skillFileName, skillsExtension } from '../../skills/skill.js'
import type { CompiledExtension } from '../extensions/compiled-extension.js'
import { toReportedError } from '../requests/report-internal.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import { resource } from '../resources/resource.js'
import type { ResourceRegistry } from '../resources/resource-registry.js'
import type { ServerServices } from '../server-services.js'
import { type ServedFile, ServedSkills } from './served-skills.js'
import type { SkillSource } from './skill-source.js'
import type { SkillsScope } from './skills-methods.js'

export interface SkillsOptions {
  readonly sources: readonly SkillSource[]
  readonly resources: ResourceRegistry
  readonly services: ServerServices
  readonly pageSize: number | undefined
}

/** The URI of each file, and the file, by the name of its resource. */
type NamedFiles = ReadonlyMap<string, readonly [string, ServedFile]>

type SkillsMethods = typeof import('./skills-methods.js')

/**
 * The skills of a server: an extension at the newest revision, and resources in all. What changes while the server runs is
 * served from then on, and announced as changes of resources. Whoever makes it calls `close`.
 *
 * @throws TypeError for skills that cannot be served together, or with the resources that are there.
 */
export class SkillsService {
  readonly extension: CompiledExtension
  readonly #options: SkillsOptions
  readonly #stops: readonly (() => void)[]
  /** By the name of the resource, the URI of each file. */
  readonly #uris = new Map<string, string>()
  #served: ServedSkills

  constructor(options: SkillsOptions) {
    this.#options = options
    this.#served = new ServedSkills(options.sources)
    this.extension = this.#createExtension()
    options.resources.declare()
    this.#publish(this.#served.files, new Map())
    this.#stops = options.sources.map((source) => source.watch(() => this.#reload()))
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  #reload(): void {
    const former = this.#served.files
    try {
      const served = new ServedSkills(this.#options.sources)
      this.#publish(served.files, former)
      this.#served = served
    } catch (error) {
      this.#options.services.logger.error('the changed skills cannot be served, the former ones are', { error })
    }
  }

  /** Makes the resources those of `files`. Their contents are looked up when they are read. */
  #publish(files: ReadonlyMap<string, ServedFile>, former: ReadonlyMap<string, ServedFile>): void {
    const { resources } = this.#options
    const names = namesOf(files)
    this.#assertFree(names)
    for (const name of this.#uris.keys()) if (!names.has(name)) resources.delete(name)
    for (const [name, [uri, served]] of names) {
      const before = former.get(uri)
      if (before?.file !== served.file && before !== undefined) resources.updated(uri)
      if (this.#uris.get(name) === uri && before?.frontmatter?.description === served.frontmatter?.description) continue
      resources.set(name, this.#toResource(uri, served))
    }
    this.#uris.clear()
    for (const [name, [uri]] of names) this.#uris.set(name, uri)
  }

  /** Before anything changes. @throws TypeError for a name or a URI of a resource that is no file of a skill. */
  #assertFree(names: NamedFiles): void {
    const others = [...this.#options.resources.entries()].filter((entry) => !this.#uris.has(entry.name))
    const taken = new Map(others.map(({ name, definition }) => [definition.uri, name]))
    const takenNames = new Set(taken.values())
    for (const [name, [uri]] of names) {
      const other = taken.get(uri)
      if (other !== undefined) throw new TypeError(`createServer: skills: the resource "${other}" has the uri ${uri}`)
      if (!takenNames.has(name)) continue
      throw new TypeError(`createServer: skills: there is a resource "${name}", which is the name of ${uri}`)
    }
  }

  #toResource(uri: string, { file, frontmatter }: ServedFile) {
    const description = frontmatter?.description
    return resource({
      uri,
      mimeType: file.mimeType,
      ...(description !== undefined && { description }),
      read: async () => {
        const bytes = await this.#served.files.get(uri)?.file.read()
        if (bytes === undefined) return undefined
        const text = exactText(bytes)
        return text === undefined ? { blob: bytes } : { text }
      },
    })
  }

  #createExtension(): CompiledExtension {
    const method = (run: (methods: SkillsMethods, params: RpcParams, scope: SkillsScope) => MaybePromise<object>) => ({
      nameParam: undefined,
      serve: async (call: HandlerRequest) => {
        const { _meta, ...params } = call.params
        try {
          return new ExtendedResult('complete', await run(await import('./skills-methods.js'), params, this.#scope))
        } catch (reason) {
          throw toReportedError(this.#options.services, reason, { what: call.message.method, exchange: call.exchange })
        }
      },
    })
    return {
      id: skillsExtension,
      isForAll: true,
      settings: { directoryRead: true },
      revisions: [newestRevision],
      methods: new Map([
        ['skills/list', method((methods, params, scope) => methods.listSkills(params, scope))],
        ['skills/get', method((methods, params, scope) => methods.getSkill(params, scope))],
        ['resources/directory/read', method((methods, params, scope) => methods.readDirectory(params, scope))],
      ]),
      resultTypes: new Map(),
      filters: new Map(),
      middleware: [],
    }
  }

  get #scope(): SkillsScope {
    const { services, pageSize } = this.#options
    const onLeftOut = (uri: string, error: unknown) => services.logger.error(`${uri} cannot be listed`, { error })
    return { served: this.#served, hints: services.hints, pageSize, onLeftOut }
  }
}

/** A `SKILL.md` has the name of its skill, if no other has it; every other file has its path. */
function namesOf(files: ReadonlyMap<string, ServedFile>): NamedFiles {
  const names = new Map<string, readonly [string, ServedFile]>()
  for (const [uri, served] of files) {
    const own = served.path.endsWith(`/${skillFileName}`) ? served.frontmatter?.name : undefined
    names.set(own === undefined || names.has(own) ? served.path : own, [uri, served])
  }
  return names
}

/** Serves the skills of sources. @throws TypeError for skills that cannot be served. */
export const serveSkills = (options: SkillsOptions): SkillsService => new SkillsService(options)

export type ServeSkills = typeof serveSkills
