import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { SSEClientTransport } from 'mcp-sdk-current/client/sse.js'
import { StdioClientTransport } from 'mcp-sdk-current/client/stdio.js'
import { StreamableHTTPClientTransport } from 'mcp-sdk-current/client/streamableHttp.js'
import type { Transport } from 'mcp-sdk-current/shared/transport.js'
import type { Target } from 'omniport/client'
import type { JsonObject } from '../../interop/json.js'
import { serveProgram } from '../../interop/serve-program.js'
import { root } from '../../support/root.js'
import type { Revision } from '../../wire/revisions.js'
import { openInspector } from '../tour/inspector-client.js'
import { openOfficial } from '../tour/official-client.js'
import { openOurs } from '../tour/our-client.js'
import type { TourClient } from '../tour/tour-client.js'
import type { HttpStart, PublishedServer } from './published-server.js'

/**
 * `official`: the SDK, version 1. `inspector`: the command of the Inspector. `ours` and `modern`: this library, at the last legacy
 * revision, and at the newest.
 */
export type ClientName = 'official' | 'inspector' | 'ours' | 'modern'

export interface SessionOptions {
  /** The folder with the `node_modules` that has the server. */
  readonly home: string
  /** The folder where it works; emptied before. */
  readonly work: string
  /** Undefined: stdio. */
  readonly http?: HttpStart | undefined
  readonly client: ClientName
  /** The module that is the command of the Inspector. */
  readonly inspector?: string | undefined
}

/** A server that runs, and a client of it. */
export interface Session {
  readonly client: TourClient
  stop(): Promise<void>
}

/** Starts a server and connects a client. Whoever opens a session stops it. */
export async function openSession(server: PublishedServer, options: SessionOptions): Promise<Session> {
  prepareWork(server, options.work)
  return options.http === undefined ? openStdio(server, options) : openHttp(server, options, options.http)
}

async function openStdio(server: PublishedServer, options: SessionOptions): Promise<Session> {
  const command = commandOf(server, options)
  if (options.client === 'inspector') {
    const client = openInspector(String(options.inspector), { ...command, target: [command.command, ...command.args] })
    return { client, stop: () => client.close() }
  }
  if (options.client === 'official') {
    const transport = new StdioClientTransport({ ...command, stderr: 'ignore' })
    const client = await openOfficial(transport)
    return { client, stop: () => client.close() }
  }
  const client = await openOurs(command, revisionOf(server, options.client))
  return { client, stop: () => client.close() }
}

async function openHttp(server: PublishedServer, options: SessionOptions, http: HttpStart): Promise<Session> {
  const command = commandOf(server, options, http)
  const served = await serveProgram({ ...command, env: { ...nothing, ...command.env, TOUR_HTTP: 'yes' } })
  const url = new URL(http.path, served.url)
  try {
    const client =
      options.client === 'inspector'
        ? openInspector(String(options.inspector), { ...command, target: [url.href] })
        : await openAt(url, options.client, { http, server })
    const stop = async () => {
      await client.close()
      await served.stop()
    }
    return { client, stop }
  } catch (reason) {
    await served.stop()
    throw reason
  }
}

/** The environment of this process, taken away. */
const nothing = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]))

function openAt(
  url: URL,
  client: ClientName,
  { http: { transport }, server }: { readonly http: HttpStart; readonly server: PublishedServer },
): Promise<TourClient> {
  if (client !== 'official') return openOurs(url as Target, revisionOf(server, client))
  const inner: Transport = transport === 'sse' ? new SSEClientTransport(url) : new StreamableHTTPClientTransport(url)
  return openOfficial(inner)
}

function revisionOf({ revision = '2025-11-25' }: PublishedServer, client: ClientName): Revision {
  return client === 'modern' ? '2026-07-28' : revision
}

const here = fileURLToPath(new URL('.', import.meta.url))
const preload = new URL('./preload.mjs', import.meta.url).href

/** How the server is started; both clients take it so. */
interface StartCommand {
  command: string
  args: string[]
  cwd: string
  env: Record<string, string>
}

function commandOf(server: PublishedServer, { home, work }: SessionOptions, http?: HttpStart): StartCommand {
  const { program, args = [], env = {} } = { ...server, ...http }
  const placed = (text: string) =>
    text
      .replaceAll('<work>', work)
      .replaceAll('<here>', here)
      .replaceAll('<modules>', join(home, 'node_modules'))
      .replaceAll('<everything>', join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'))
  return {
    command: process.execPath,
    args: ['--import', preload, resolve(home, 'node_modules', placed(program)), ...args.map(placed)],
    cwd: work,
    env: {
      PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
      HOME: work,
      ...Object.fromEntries(Object.entries({ ...server.env, ...env }).map(([name, value]) => [name, placed(value)])),
    },
  }
}

function prepareWork({ files = {} }: PublishedServer, work: string): void {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    writeFileSync(join(work, path), text)
  }
}

/** The calls of a server, with the folder where it works. */
export function callsIn(server: PublishedServer, work: string): Readonly<Record<string, readonly JsonObject[]>> {
  return JSON.parse(JSON.stringify(server.calls ?? {}).replaceAll('<work>', work)) as never
}
