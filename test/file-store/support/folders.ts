import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import {
  type FileStores,
  type FileStoresOptions,
  type Machine,
  openFileStores,
  realMachine,
} from '../../../packages/omniport/src/store/node/create-file-stores.js'

const folders: string[] = []
const opened: FileStores[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Creates an empty folder, which is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stores-'))
  folders.push(folder)
  return folder
}

/** Opens stores, which are closed after the test. What they log is dropped. */
export async function openStores(
  folder: string,
  { machine, ...options }: FileStoresOptions & { machine?: Partial<Machine> } = {},
): Promise<FileStores> {
  const logger = { warn() {}, error() {} }
  const stores = await openFileStores(folder, { logger, ...options }, { ...realMachine, ...machine })
  opened.push(stores)
  return stores
}

/** Copies a folder as a process leaves it that is killed now: without its locks, which count for a living process only. */
export function copyFolder(folder: string): string {
  const copy = newFolder()
  for (const name of logNames(folder)) cpSync(join(folder, name), join(copy, name))
  return copy
}

/** The files of the stores. */
export function logNames(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => !name.endsWith('.locks'))
}
