import { join, resolve } from 'node:path'
import type { Clock } from '../../async/runtime/clock.js'
import { consoleLogger, type Logger } from '../../async/runtime/logger.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { StoppableClock } from '../../async/timers/stoppable-clock.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { createByteBudget } from '../../values/memory/byte-budget.js'
import { assertKnown, checkOptions, mustBe, type OptionChecks } from '../../values/options/check-options.js'
import type { Blobs } from '../blobs.js'
import type { EventLog, EventLogLimits } from '../event-log.js'
import type { Inbox } from '../inbox.js'
import type { Sessions } from '../sessions.js'
import type { Tasks } from '../tasks.js'
import { type FileOperations, realFiles } from './journal/file-operations.js'
import { Journal } from './journal/journal.js'
import { bootName, takeFolder } from './journal/store-folder.js'
import { openSecret } from './open-secret.js'
import { FileBlobs } from './tables/file-blobs.js'
import { FileEventLog, type FileEventLogOptions } from './tables/file-event-log.js'
import { FileInbox } from './tables/file-inbox.js'
import { FileRecords } from './tables/file-records.js'
import { FileTasks } from './tables/file-tasks.js'

/** Options of `createFileStores`. */
export interface FileStoresOptions {
  /**
   * When a write counts as done: false when the system has it, so that it survives the end of the process, however it ends; true
   * when the disk has it, so that it survives a power cut too. Slower on every write. Default: false.
   */
  readonly fsync?: boolean | undefined
  /** The limits of each stream of events. Default: those of `defaultLimits`. */
  readonly limits?: Partial<EventLogLimits> | undefined
  /**
   * The bytes in memory of all streams, and those of all other records. Beyond them the oldest streams are dropped, and other
   * writes reject with OmniportError `limit`. The folder takes up to six times as much. Default: 128 MiB.
   */
  readonly maxBytes?: number | undefined
  /** Gets what goes wrong with the disk. Default: stderr. */
  readonly logger?: Logger | undefined
}

/** Stores of one process in a folder, for the option `stores` of a server or a gateway. */
export interface FileStores {
  readonly eventLog: EventLog
  readonly inbox: Inbox
  readonly sessions: Sessions
  readonly tasks: Tasks
  readonly blobs: Blobs
  /** A secret that is kept in the folder, for the option `secrets`: what was sealed before a restart can be opened after it. */
  readonly secrets: readonly string[]
  /** Writes what waits, and leaves the folder to others; to call after the servers that use the stores are closed. */
  close(): Promise<void>
}

/**
 * Creates stores in a folder, so that sessions, streams and tasks survive a restart. All that they hold is in memory too. The
 * folder and its files are readable by their user only, and used by one process at a time; that of a dead process is taken over.
 * **The risk**: sessions, arguments and results of tasks, and the secret are on disk, unencrypted.
 *
 * A call that cannot be written rejects with an RpcError (503 with `Retry-After` over HTTP), and has changed nothing.
 *
 * Rejects with OmniportError `limit` if another process uses the folder, `invalid_config` if its content is damaged, and with
 * TypeError for options that cannot be used.
 */
export function createFileStores(folder: string, options: FileStoresOptions = {}): Promise<FileStores> {
  return openFileStores(folder, options, realMachine)
}

/** The machine that the stores run on, which tests replace. */
export interface Machine {
  readonly files: FileOperations
  readonly clock: Clock
  /** Names the time since the machine was started. */
  readonly boot: (clock: Clock) => Promise<string>
  /** A smaller log is not compacted. */
  readonly leastLogBytes: number
}

export const realMachine: Machine = Object.freeze({
  files: realFiles,
  clock: defaultRuntime,
  boot: bootName,
  leastLogBytes: 4 * 1024 * 1024,
})

export async function openFileStores(
  folder: string,
  options: FileStoresOptions,
  machine: Machine,
): Promise<FileStores> {
  if (typeof folder !== 'string' || folder === '') throw mustBe('createFileStores: folder', 'a path', folder)
  const {
    fsync = false,
    limits,
    maxBytes = defaultMaxBytes,
    logger = consoleLogger,
  } = checkOptions(name, options, checks)
  const path = resolve(folder)
  const release = await takeFolder(path, defaultRuntime)
  const clock = new StoppableClock(machine.clock)
  try {
    const secret = await openSecret(join(path, 'secret'))
    const journal = new Journal({ ...machine, folder: path, fsync, clock, logger, maxLogBytes: 2 * maxBytes })
    const stores = createTables({ journal, clock, maxBytes, limits: { ...defaultLimits, ...limits } })
    const { eventLog, inbox, sessions, tasks, blobs } = stores
    await journal.open([eventLog, ...[inbox, sessions, tasks, blobs].map(({ table }) => table)])
    tasks.sort()
    const close = async () => {
      await journal.close()
      clock.stop()
      await release()
    }
    let closing: Promise<void> | undefined
    return {
      ...stores,
      secrets: [secret],
      close: () => {
        closing ??= close()
        return closing
      },
    }
  } catch (reason) {
    clock.stop()
    await release()
    throw reason
  }
}

const name = 'createFileStores'
const defaultMaxBytes = 128 * 1024 * 1024

function createTables(options: FileEventLogOptions) {
  const services = { ...options, budget: createByteBudget() }
  return {
    eventLog: new FileEventLog(options),
    inbox: new FileInbox(services),
    sessions: new FileRecords({ ...services, name: 'sessions' }),
    tasks: new FileTasks(services),
    blobs: new FileBlobs(services),
  }
}

const checks: OptionChecks<FileStoresOptions> = {
  fsync(path, value) {
    if (typeof value !== 'boolean') throw mustBe(path, 'true or false', value)
  },
  limits(path, value) {
    if (typeof value !== 'object' || value === null) throw mustBe(path, 'an object of limits', value)
    assertKnown(path, Object.keys(value), ['eventLogEvents', 'eventLogBytes', 'eventLogMs'])
  },
  maxBytes(path, value) {
    if (typeof value !== 'number' || !(value > 0)) throw mustBe(path, 'a positive number', value)
  },
  logger(path, value) {
    if (typeof value !== 'object' || value === null) throw mustBe(path, 'a logger', value)
  },
}
