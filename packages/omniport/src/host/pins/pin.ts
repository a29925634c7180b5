import type { Tool } from '../../protocol/model/tool.js'
import type { Finding } from './scan/finding.js'

/** What was seen of one tool, and holds until somebody approves another. */
export interface Pin {
  /** SHA-256 over the canonical JSON of the definition (RFC 8785), as hexadecimal text. */
  readonly definition: string
}

/** The pins of all servers: by the name of the server, then of the tool. */
export type Lock = ReadonlyMap<string, ReadonlyMap<string, Pin>>

/** Where pins are kept. What it rejects with is what listing the tools rejects with: nothing is allowed then. */
export interface LockStore {
  read(): Promise<Lock>
  /** Replaces the pins of one server; none takes it out. */
  write(server: string, pins: ReadonlyMap<string, Pin>): Promise<void>
  /**
   * Runs `fn`, which reads and writes, while nobody else who shares the store runs one. Settles as `fn` does. Without it pins
   * that two hosts write at the same moment may be lost, which matters only where a store is shared.
   */
  exclusive?<T>(fn: () => Promise<T>): Promise<T>
}

/** How the tools of a server differ from what is pinned. */
export interface PinChange {
  readonly change: 'new' | 'changed' | 'removed'
  readonly server: string
  /** What its server calls it. */
  readonly tool: string
  /** SHA-256 of `after`, as hexadecimal text; undefined where it is gone. */
  readonly definition?: string | undefined
  /** As it is pinned, where this process has seen that. */
  readonly before?: Tool | undefined
  /** As it is; undefined where it is gone. */
  readonly after?: Tool | undefined
  /** Whether it cannot be called until somebody approves it. */
  readonly isBlocked: boolean
  /** What is suspicious about `after`. */
  readonly findings: readonly Finding[]
}
