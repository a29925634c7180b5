import { OmniportError } from '../../../values/errors/omniport-error.js'
import { isObject } from '../../../values/json/is-object.js'
import { DamagedLog, readLog } from './read-log.js'
import { type LogKind, type LogName, listLogs } from './store-folder.js'

/** The first record of a file. */
export interface LogHeader {
  readonly format: 1
  readonly kind: LogKind
  readonly generation: number
  /** Counts the processes that used the folder. */
  readonly epoch: number
  /** Names the time since the machine was started. */
  readonly boot: string
  readonly fsync: boolean
}

export interface LoadedJournal {
  /** The last generation and epoch; 0 in a new folder. */
  readonly generation: number
  readonly epoch: number
  /** True if a power cut may have taken acknowledged records. */
  readonly mayLackRecords: boolean
}

/** Marks the end of a snapshot, and of the log of a process that closed its stores. */
export const endMark = Object.freeze({ snapshot: 'snapshot ends', log: 'closed' })

/** Reads all records that were acknowledged. Rejects with OmniportError `invalid_config` if some cannot be read. */
export async function loadJournal(
  folder: string,
  boot: string,
  apply: (record: readonly unknown[]) => boolean,
): Promise<LoadedJournal> {
  const files = filesToRead((await listLogs(folder)).logs)
  let [header, isEnded]: [LogHeader | undefined, boolean] = [undefined, true]
  for (const file of files) {
    const isLast = file === files.at(-1)
    const wasCut = header !== undefined && header.boot !== boot
    const read = await readFile(file, { apply, mayBeTorn: isLast && file.kind === 'log', wasCut })
    header = read.header ?? header
    isEnded = read.isEnded
  }
  const generation = files.at(-1)?.generation ?? 0
  const mayLackRecords = !(isEnded || header?.fsync === true || header?.boot === boot)
  return { generation, epoch: header?.epoch ?? 0, mayLackRecords }
}

/** The newest snapshot, and the logs since. */
function filesToRead(logs: readonly LogName[]): readonly LogName[] {
  const snapshot = logs.findLast(({ kind }) => kind === 'snapshot')
  const first = snapshot?.generation ?? 0
  const since = logs.filter(({ kind, generation }) => kind === 'log' && generation >= first)
  const missing = since.findIndex(({ generation }, at) => generation !== first + at)
  if (missing >= 0) {
    throw new OmniportError('invalid_config', `${since[missing]?.path}: the file before it is missing`)
  }
  return snapshot === undefined ? [] : [snapshot, ...since]
}

interface ReadOptions {
  readonly apply: (record: readonly unknown[]) => boolean
  /** True: a killed process may have left an unfinished record. */
  readonly mayBeTorn: boolean
  /** True: the machine was started anew. A power cut may leave anything in place of what was not on the disk. */
  readonly wasCut: boolean
}

async function readFile(
  file: LogName,
  { apply, mayBeTorn, wasCut }: ReadOptions,
): Promise<{ readonly header: LogHeader | undefined; readonly isEnded: boolean }> {
  let header: LogHeader | undefined
  let isEnded = false
  const onRecord = (record: unknown): boolean => {
    if (isEnded) return false
    if (header === undefined) header = toHeader(record, file)
    else if (record === endMark[file.kind]) isEnded = true
    else return Array.isArray(record) && apply(record)
    return header !== undefined
  }
  const isComplete = await readLog(file.path, onRecord).catch((reason: unknown) => {
    if (reason instanceof DamagedLog && mayBeTorn && wasCut) return false
    throw reason
  })
  if (!mayBeTorn && (header === undefined || !isComplete)) throw cutShort(file)
  if (file.kind === 'snapshot' && !isEnded) throw cutShort(file)
  return { header, isEnded }
}

function cutShort({ path }: LogName): OmniportError {
  return new OmniportError('invalid_config', `${path} is damaged: its end is missing`)
}

function toHeader(value: unknown, { kind, generation, path }: LogName): LogHeader | undefined {
  if (!isObject(value)) return undefined
  const { format, epoch, boot, fsync } = value
  if (typeof format === 'number' && format > 1) {
    throw new OmniportError('invalid_config', `${path} has format ${format}, of a newer version of this library`)
  }
  const isValid = format === 1 && value['kind'] === kind && value['generation'] === generation
  if (!isValid || !Number.isSafeInteger(epoch) || typeof boot !== 'string' || typeof fsync !== 'boolean')
    return undefined
  return { format, kind, generation, epoch: Number(epoch), boot, fsync }
}
