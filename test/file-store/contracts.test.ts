import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileStores, type FileStores, type FileStoresOptions } from 'omniport/store/file'
import {
  blobsContract,
  type ContractCheck,
  eventLogContract,
  inboxContract,
  recordsContract,
  tasksContract,
} from 'omniport/testing'
import { afterEach, describe, expect, test } from 'vitest'

let folder = ''
let opened: FileStores | undefined

/** Creates stores in a new folder; `join` closes them and opens the folder anew. */
async function open(options?: FileStoresOptions): Promise<FileStores> {
  folder = mkdtempSync(join(tmpdir(), 'stores-'))
  opened = await createFileStores(folder, options)
  return opened
}

afterEach(async () => {
  await opened?.close()
  opened = undefined
  rmSync(folder, { recursive: true, force: true })
})

type Name = keyof Omit<FileStores, 'secrets' | 'close'>

const of = <N extends Name>(name: N, options?: FileStoresOptions) => ({
  create: async (limits?: FileStoresOptions['limits']): Promise<FileStores[N]> =>
    (await open({ ...options, limits }))[name],
})

const contractsOf = (options?: FileStoresOptions): readonly (readonly [Name, readonly ContractCheck[]])[] => [
  ['eventLog', eventLogContract(of('eventLog', options))],
  ['inbox', inboxContract(of('inbox', options))],
  ['sessions', recordsContract(of('sessions', options))],
  ['tasks', tasksContract(of('tasks', options))],
  ['blobs', blobsContract(of('blobs', options))],
]

describe.each([
  ['of the system', undefined],
  ['of the disk', { fsync: true }],
])('stores in a folder, where a write is %s', (_, options) => {
  for (const [name, checks] of contractsOf(options)) {
    test.each(checks.map((check) => [check.name, check.run] as const))(`${name}: %s`, (_name, run) => run())
  }
})

test('each check of a contract had stores', () => {
  expect(contractsOf().map(([, checks]) => checks.length)).toEqual([21, 13, 23, 38, 12])
})
