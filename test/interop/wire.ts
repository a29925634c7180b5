import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Command } from 'omniport/client'
import type { Sender } from '../wire/check-message.js'
import { createRecorder } from '../wire/recorder.js'
import type { Revision } from '../wire/revisions.js'
import type { JsonObject } from './json.js'

const tee = fileURLToPath(new URL('./programs/tee.mjs', import.meta.url))

/** What crosses the pipes of a server, byte by byte. Whoever tapped it removes the record. */
export class WireLog {
  /** Starts the server, each time anew. */
  readonly command: Command
  readonly #folder: string
  readonly #file: string

  constructor(folder: string, { command, args = [], ...rest }: Command) {
    this.#folder = folder
    this.#file = join(folder, 'wire')
    this.command = { ...rest, command: process.execPath, args: [tee, this.#file, command, ...args] }
  }

  /** Each time the server was started: clients may start one only to look at it. */
  async connections(): Promise<readonly Connection[]> {
    const connections = new Map<string, { pids: number[]; messages: Sent[] }>()
    for (const line of (await readFile(this.#file, 'utf8')).trimEnd().split('\n')) {
      const [, pid = '', kind, text = ''] = /^(\d+) (\w+) (.*)$/.exec(line) ?? []
      if (kind === 'pid') connections.set(pid, { pids: [Number(pid), Number(text)], messages: [] })
      else connections.get(pid)?.messages.push({ from: kind as Sender, message: JSON.parse(text) as JsonObject })
    }
    return [...connections.values()]
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true })
  }
}

/** What a server that was started and its client said. */
export interface Connection {
  /** The processes that were started. */
  readonly pids: readonly number[]
  /** All that was sent, in order. */
  readonly messages: readonly Sent[]
}

/** One line. */
export interface Sent {
  readonly from: Sender
  readonly message: JsonObject
  /** It was a body, or part of one. Default: false. */
  readonly http?: boolean
}

/** Taps a server that is not started yet. */
export async function tapWire(command: Command): Promise<WireLog> {
  return new WireLog(await mkdtemp(join(tmpdir(), 'wire-')), command)
}

/**
 * The revision that was negotiated: what the server granted, or what every request claims. A server that starts slowly may be asked
 * for both; a legacy client then says that it is initialized.
 */
export function revisionOf({ messages }: Pick<Connection, 'messages'>): Revision {
  const granted = messages.map(({ message }) => member(message, 'result', 'protocolVersion'))
  const claimed = messages.map(({ message }) => member(message, 'params', '_meta', `${prefix}protocolVersion`))
  const isLegacy = messages.some(({ message }) => message['method'] === 'notifications/initialized')
  const named = isLegacy ? [...claimed, ...granted] : [...granted, ...claimed]
  return named.findLast((revision) => revision !== undefined) as Revision // else the schema has none
}

/** A server that starts slowly is offered a legacy revision as well. */
function offeredIn(message: JsonObject, negotiated: Revision): Revision {
  const offered = message['method'] === 'initialize' ? member(message, 'params', 'protocolVersion') : undefined
  return negotiated === '2026-07-28' && offered !== undefined ? (offered as Revision) : negotiated // the client offers real ones
}

/** Throws where a message is not as the official schema of its revision has it, or answers nothing. */
export function assertValid(messages: readonly Sent[], negotiated: Revision): void {
  const recorder = createRecorder()
  const asked = new Map<unknown, Revision>()
  for (const { from, message, http } of messages) {
    const own = isModern(message) ? '2026-07-28' : offeredIn(message, negotiated)
    if (from === 'client' && 'method' in message) asked.set(message['id'], own)
    const isAnswer = from === 'server' && !('method' in message)
    recorder.record({ revision: (isAnswer && asked.get(message['id'])) || own, from, message, http })
  }
  recorder.assertValid()
}

/** The ids of requests of the client that it cancelled, in their order. */
export function cancelled(messages: readonly Sent[]): readonly unknown[] {
  const cancels = messages.filter(({ from, message }) => {
    return from === 'client' && message['method'] === 'notifications/cancelled'
  })
  return cancels.map(({ message }) => member(message, 'params', 'requestId'))
}

/** The ids of requests of the client that were not answered, in their order. */
export function unanswered(messages: readonly Sent[]): readonly unknown[] {
  const idsOf = (wanted: Sender, isRequest: boolean) =>
    messages
      .filter(({ from, message }) => from === wanted && 'id' in message && 'method' in message === isRequest)
      .map(({ message }) => message['id'])
  const answered = new Set(idsOf('server', false))
  return idsOf('client', true).filter((id) => !answered.has(id))
}

const prefix = 'io.modelcontextprotocol/'

function isModern(message: JsonObject): boolean {
  const names = Object.keys(member(message, 'params', '_meta') ?? {})
  return names.some((name) => name === `${prefix}protocolVersion` || name === `${prefix}subscriptionId`)
}

function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((inner: unknown, name) => (inner as JsonObject | undefined)?.[name], value)
}
