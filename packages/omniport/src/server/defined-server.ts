import { Closable } from '../async/closable.js'
import type { Logger } from '../async/runtime/logger.js'
import { consoleLogger } from '../async/runtime/logger.js'
import { defaultRuntime } from '../async/runtime/runtime.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { toDirect, toServe } from '../jsonrpc/serving/direct-serve.js'
import { announceServed } from '../protocol/diagnostics/announce.js'
import type { Middleware, Serve } from '../protocol/exchange/exchange.js'
import type { Limits } from '../protocol/limits/limits.js'
import { createMemoryBudgets } from '../protocol/limits/memory-budgets.js'
import { type Revision, revisions } from '../protocol/revisions/revision.js'
import type { Bus } from '../store/bus.js'
import { createMemoryBus } from '../store/memory/memory-bus.js'
import type { Environment } from '../transport/environment.js'
import { DefinitionRegistry } from './definitions/definition-registry.js'
import { compileExtension } from './extensions/compile-extension.js'
import { ExtensionRegistry } from './extensions/extension-registry.js'
import type { ServerExtension } from './extensions/server-extension.js'
import { LazyInputService } from './input/lazy-input-service.js'
import { createLateParts } from './late-parts.js'
import { ListEncoder } from './lists/list-encoder.js'
import type { ServerParts } from './methods.js'
import { mountServer } from './mount-server.js'
import { ChangePublisher } from './notifications/change-publisher.js'
import { createRootsChanges, type RootsChanges } from './notifications/roots-changes.js'
import { UrlElicitations } from './notifications/url-elicitations.js'
import type { AnyPrompt } from './prompts/prompt.js'
import { createPromptEntry, type PromptEntry } from './prompts/prompt-entry.js'
import { RateLimits } from './requests/rate-limits.js'
import { createScopeLookup, type ScopeSources } from './requests/required-scopes.js'
import { ResourceIndex } from './resources/resource-index.js'
import { ResourceRegistry } from './resources/resource-registry.js'
import { Router } from './router.js'
import type { Server, Tools } from './server.js'
import type { Features } from './server-capabilities.js'
import type { ServerOptions } from './server-options.js'
import type { ServerServices } from './server-services.js'
import type { SkillSource } from './skills/skill-source.js'
import type { SkillsService } from './skills/skills-service.js'
import { ServerTasks } from './tasks/server-tasks.js'
import { findTool } from './tools/call-tool.js'
import { ToolRegistry } from './tools/tool-registry.js'

/** The server that `createServer` returns. Its options are checked already. */
export class DefinedServer extends Closable implements Server<Tools, never> {
  readonly tools: ToolRegistry
  readonly prompts: DefinitionRegistry<AnyPrompt, PromptEntry>
  readonly resources: ResourceRegistry
  readonly environment: Environment
  readonly serve: Serve
  readonly #options: ServerOptions
  readonly #budgets = createMemoryBudgets()
  readonly #services: ServerServices
  readonly #publisher: ChangePublisher
  readonly #urlElicitations: UrlElicitations
  readonly #rootsChanges: RootsChanges | undefined
  readonly #index: ResourceIndex
  readonly #extensions = new ExtensionRegistry()
  readonly #tasks: ServerTasks
  readonly #ending = new AbortController()
  readonly #router: Router
  readonly #revisions: readonly Revision[]
  #middleware: readonly Middleware[]
  #skills: SkillsService | undefined

  constructor(options: ServerOptions, limits: Limits) {
    super()
    const { name, runtime = defaultRuntime, logger = consoleLogger, stores, secrets } = options
    this.#options = options
    this.#revisions = revisions.filter((revision) => options.revisions?.includes(revision) ?? true)
    this.environment = Object.freeze({
      name,
      info: infoOf(options),
      stores,
      secrets,
      limits,
      budgets: this.#budgets,
      runtime,
      logger,
      nameParams: this.#extensions.nameParams,
      revisions: this.#revisions,
      ...createScopeLookup(() => this.#scopeSources),
    })
    const bus = stores?.bus ?? createMemoryBus()
    this.#urlElicitations = new UrlElicitations(bus, `pages ${name}`)
    this.#services = this.#createServices(limits, runtime, logger)
    this.#publisher = new ChangePublisher(bus, `changes ${name}`)
    this.#rootsChanges = options.onRootsChange && createRootsChanges(options.onRootsChange)
    this.prompts = new DefinitionRegistry(createPromptEntry, this.#services)
    this.resources = new ResourceRegistry(this.#services, this.#publisher)
    this.tools = new ToolRegistry(this.resources, this.#extensions)
    this.#index = new ResourceIndex(this.resources)
    this.#tasks = this.#createTasks(bus)
    this.#middleware = options.use ?? []
    this.#router = new Router(this.#createParts(limits))
    this.#router.use(this.#middleware)
    this.serve = toServe(announceServed(toDirect(this.#router.serve)))
  }

  use(...middleware: readonly Middleware[]): void {
    this.#middleware = [...this.#middleware, ...middleware]
    this.#router.use(this.#middleware)
  }

  mount(prefix: string, other: Server): void {
    if (!(other instanceof DefinedServer)) throw new TypeError('mount: the second argument must come from createServer')
    mountServer(this, prefix, other)
  }

  /** @throws TypeError naming the extension and what is wrong with it. */
  extend(id: string, extension: ServerExtension): void {
    this.#extensions.add(compileExtension(id, extension, this.#services))
  }

  /** Called once at most. @throws TypeError naming what cannot be served. */
  serveSkills(sources: readonly SkillSource[]): void {
    const [resources, services, { pageSize }] = [this.resources, this.#services, this.#options]
    this.#skills = sources[0]?.serve({ sources, resources, services, pageSize })
    if (this.#skills !== undefined) this.#extensions.add(this.#skills.extension)
  }

  elicitationComplete(id: string): void {
    this.#urlElicitations.complete(id)
  }

  protected override async closeOnce(): Promise<void> {
    const { limits, runtime } = this.#services
    this.#router.close()
    this.#publisher.close()
    this.#skills?.close()
    this.#rootsChanges?.close()
    this.#urlElicitations.close()
    const stop = runtime.after(limits.drainMs, () => {
      const closed = RpcError.internal('The server is closing')
      this.#ending.abort(closed)
      this.#router.running.rejectAll(closed)
    })
    await Promise.all([this.#router.running.drained(), this.#tasks.close()])
    stop()
    // Lets the handlers see the abort before this settles.
    if (this.#ending.signal.aborted) await new Promise<void>((resolve) => runtime.defer(resolve))
  }

  #createServices(limits: Limits, runtime: ServerServices['runtime'], logger: Logger): ServerServices {
    const { context, ttlMs, cacheScope, unsafePatterns = 'warn', errors = 'author' } = this.#options
    return {
      info: infoOf(this.#options),
      context,
      middleware: () => this.#middleware,
      hints: { ttlMs, cacheScope },
      limits,
      budgets: this.#budgets,
      rates: new RateLimits(limits, runtime),
      logger,
      unsafePatterns,
      errors,
      runtime,
      input: new LazyInputService({ ...this.environment, limits, logger, unsafePatterns }),
      ...createLateParts(),
      onUrlElicitation: this.#urlElicitations.add,
      signal: this.#ending.signal,
    }
  }

  get #scopeSources(): ScopeSources {
    return { tools: this.tools, prompts: this.prompts, index: this.#index, limits: this.#services.limits }
  }

  #createParts(limits: Limits): ServerParts {
    const { instructions, pageSize } = this.#options
    const encoder = new ListEncoder(this.#services.info, limits.listCacheBytes)
    for (const type of ['tools', 'prompts', 'resources'] as const)
      this[type].onChange(() => {
        encoder.clear()
        this.#publisher.publishLocally({ type })
      })
    return {
      services: this.#services,
      instructions,
      revisions: this.#revisions,
      tools: this.tools,
      prompts: this.prompts,
      index: this.#index,
      publisher: this.#publisher,
      rootsChanges: this.#rootsChanges,
      extensions: this.#extensions,
      tasks: this.#tasks,
      lists: { encoder, pageSize, hints: this.#services.hints },
      features: this.#createFeatures(),
    }
  }

  #createFeatures(): Features {
    const [{ tools, prompts, resources }, { experimental, capabilities }] = [this, this.#options]
    const [index, extensions, tasks] = [this.#index, this.#extensions, this.#tasks]
    return {
      get tools() {
        return tools.isDeclared
      },
      get prompts() {
        return prompts.isDeclared
      },
      get resources() {
        return resources.isDeclared
      },
      get subscriptions() {
        return resources.isDeclared && capabilities?.resources?.subscribe !== false
      },
      get completions() {
        return [...prompts.entries(), ...index.templates].some((entry) => entry.completes)
      },
      get tasks() {
        return tasks.isOffered
      },
      listChanged: {
        tools: capabilities?.tools?.listChanged !== false,
        prompts: capabilities?.prompts?.listChanged !== false,
        resources: capabilities?.resources?.listChanged !== false,
      },
      experimental,
      extensions: (revision) => extensions.declared(revision),
    }
  }

  #createTasks(bus: Bus): ServerTasks {
    const { tools } = this
    const services = this.#services
    const tasks = new ServerTasks({
      services,
      store: this.environment.stores?.tasks,
      bus,
      tool: (name) => tools.get(name),
      extensions: this.#extensions,
      pageSize: this.#options.pageSize,
      findTool: (call) => findTool(tools, call),
    })
    tools.onChange((_name, entry) => {
      if (entry?.definition.task !== undefined) tasks.offer()
    })
    return tasks
  }
}

/** Without what is not given. */
function infoOf({ name, version, title, description, icons, websiteUrl }: ServerOptions): ServerServices['info'] {
  return JSON.parse(JSON.stringify({ name, version, title, description, icons, websiteUrl }))
}
