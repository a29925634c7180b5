import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Target } from '../entries/client.js'
import type { AskInput, ServerSettings } from '../entries/host.js'
import type { ConsoleOptions } from './console-options.js'
import { ConsoleParts } from './console-parts.js'
import { type Listener, listen } from './web/listen.js'
import { PageFiles, pagePolicy } from './web/page-files.js'
import { serveConsole } from './web/serve-console.js'

/** A console that is served. */
export interface Console {
  /** With the token in the fragment: for the person alone. */
  readonly address: string
  /** Without it. */
  readonly origin: string
  /** Replaces the servers that the console was opened with, and starts those whose start was allowed for good. */
  setServers(servers: Readonly<Record<string, Target | ServerSettings>>, configFiles: readonly string[]): Promise<void>
  /** Tells the person something that belongs to no call. */
  notify(tone: 'info' | 'warning' | 'error', text: string): void
  /** Asks the person for an input of a config file. */
  readonly askInput: AskInput
  /** Ends the servers and the page. */
  close(): Promise<void>
}

/** Opens a console over servers, on a port of this machine. Rejects if the port is not free, or the page's files are missing. */
export async function openConsole(options: ConsoleOptions): Promise<Console> {
  const token = randomBytes(32).toString('base64url')
  const session = randomBytes(12).toString('base64url')
  const startedAt = Date.now()
  const parts = new ConsoleParts(options)
  let { configFiles = [] } = options
  const listeners: Listener[] = []
  try {
    let serve: RequestListener = (_request, response) => void response.writeHead(503).end()
    const page = await listen(options.port ?? 0, (request, response) => serve(request, response))
    listeners.push(page)
    const { origin } = page
    const sandbox = await openSandbox(options.assets, origin)
    if (sandbox !== undefined) listeners.push(sandbox)
    const sandboxUrl = sandbox && `${sandbox.origin}/`
    const pageFiles = new PageFiles({ folder: options.assets, policy: pagePolicy(sandbox?.origin) })
    const { release, isTour = false } = options
    const facts = () => ({ release, session, startedAt, sandboxUrl, isTour, configFiles })
    serve = serveConsole({ origin, token, parts, facts, files: pageFiles })
    void startServers(parts, options.start)
    return {
      address: `${origin}/#token=${token}${viewOf(options.start)}`,
      origin,
      setServers: async (servers, files) => {
        configFiles = files
        await parts.servers.configure(servers)
        void startServers(parts, undefined)
      },
      notify: (tone, text) => parts.notices.add(tone, text),
      askInput: createAskInput(parts),
      close: async () => {
        await parts.close()
        await Promise.all(listeners.map((listener) => listener.close()))
      },
    }
  } catch (reason) {
    await Promise.all(listeners.map((listener) => listener.close()))
    await parts.close()
    throw reason
  }
}

/** The page shows the tools of the first server that is started. */
function viewOf([first]: readonly string[] = []): string {
  return first === undefined ? '' : `&to=/servers/${encodeURIComponent(first)}/tools`
}

/** The sandbox of apps has an origin of its own: another port. Undefined if it is not among the files of the page. */
async function openSandbox(assets: string, pageOrigin: string): Promise<Listener | undefined> {
  const file = join(assets, 'sandbox.js')
  if (!existsSync(file)) return undefined
  const { createSandboxHandler } = (await import(pathToFileURL(file).href)) as SandboxModule
  return listen(0, createSandboxHandler({ hostOrigins: [pageOrigin] }))
}

/** The part of `@omniport/app/sandbox` that is used. */
interface SandboxModule {
  readonly createSandboxHandler: (options: { readonly hostOrigins: readonly string[] }) => RequestListener
}

/** Starts servers. Their states say how it goes. */
async function startServers(parts: ConsoleParts, names: readonly string[] | undefined): Promise<void> {
  const wanted = names ?? (await allowedServers(parts))
  await Promise.allSettled(wanted.map((name) => parts.host.start(name)))
}

async function allowedServers({ host }: ConsoleParts): Promise<readonly string[]> {
  const decisions = await host.decisions().catch(() => [])
  const isAllowed = (name: string) =>
    decisions.some(({ type, server, answer }) => type === 'start' && server === name && answer === 'allow')
  return host.servers.filter(({ name, state }) => state === 'idle' && isAllowed(name)).map(({ name }) => name)
}

function createAskInput({ requests, closing }: ConsoleParts): AskInput {
  return async ({ id, file, description = id, isSecret, options, default: initial }) => {
    const draft = {
      type: 'input',
      server: '',
      label: `${description} (${file})`,
      isSecret,
      ...(options !== undefined && { options }),
      ...(initial !== undefined && { initial }),
    } as const
    const answer = await requests.ask(draft, closing.signal)
    return answer.action === 'answer' ? answer.value : undefined
  }
}
