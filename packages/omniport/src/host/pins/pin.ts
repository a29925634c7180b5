import type { Tool } from '../../protocol/model/tool.js'
import type { Finding } from './scan/finding.js'

/** The trusted definition of one tool, until another is approved. */
export interface Pin {
  /** SHA-256 of the canonical JSON of the definition (RFC 8785), in hexadecimal. */
  readonly definition: string
}

/** The pins of all servers, by server name, then tool name. */
export type Lock = ReadonlyMap<string, ReadonlyMap<string, Pin>>

/** Stores pins. If it rejects, listing the tools rejects with the same error and nothing is allowed. */
export interface LockStore {
  read(): Promise<Lock>
  /** Replaces the pins of one server; an empty map removes the server. */
  write(server: string, pins: ReadonlyMap<string, Pin>): Promise<void>
  /**
   * Runs `fn`, which reads and writes, exclusively among all users of the store, and settles as it does. Without this method,
   * pins written by two hosts at the same moment may be lost, which matters only for shared stores.
   */
  exclusive?<T>(fn: () => Promise<T>): Promise<T>
  /** Stores the pins of skills, by server and URI, apart from those of tools. Default: the host keeps them in memory. */
  readonly skills?: Omit<LockStore, 'skills'> | undefined
}

/** A difference between a server's tool and its pin. */
export interface PinChange {
  readonly change: 'new' | 'changed' | 'removed'
  readonly server: string
  /** The tool's name on its server. */
  readonly tool: string
  /** SHA-256 of `after`, in hexadecimal; undefined if the tool was removed. */
  readonly definition?: string | undefined
  /** The pinned tool, if this process has seen it. */
  readonly before?: Tool | undefined
  /** The current tool; undefined if it was removed. */
  readonly after?: Tool | undefined
  /** True if the tool cannot be called until the change is approved. */
  readonly isBlocked: boolean
  /** Suspicious parts of `after`. */
  readonly findings: readonly Finding[]
}
