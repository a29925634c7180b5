import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ResourceContents, WireContent } from '../../entries/protocol.js'
import { CliError } from '../errors/cli-error.js'
import { extensionOf } from '../output/extension-of.js'
import { toWriteError } from '../output/to-write-error.js'
import type { Io } from '../process/io.js'
import type { SavedFiles } from './format-content.js'
import type { SaveFlags } from './save-flags.js'

/**
 * Saves what `--output` asks for: images, sounds and the bytes of resources, and with `withText` their text as well. One file goes
 * to the path, several into the folder of that name, as `1.png`, `2.wav`, …; names of the server are not used. A file that is there
 * is not replaced. Rejects with CliError `usage`, and `not_found` if there is nothing to save.
 */
export async function saveFiles(
  blocks: readonly (WireContent | ResourceContents<string>)[],
  { output, withText = false }: SaveFlags & { readonly withText?: boolean },
  io: Io,
): Promise<SavedFiles> {
  if (output === undefined) return new Map()
  const files = blocks.flatMap((block) => filesOf(block, withText))
  if (files.length === 0) throw new CliError('not_found', '--output: the result has no image, sound or file to save')
  const path = resolve(io.cwd, output)
  const isFolder = files.length > 1 || /[\\/]$/.test(output) || (await isFolderThere(path))
  if (isFolder) await attempt(output, () => mkdir(path, { recursive: true }))
  const saved = new Map<object, string>()
  for (const [at, { owner, bytes, mimeType }] of files.entries()) {
    const file = isFolder ? join(path, `${at + 1}${extensionOf(mimeType)}`) : path
    await attempt(file, () => writeFile(file, bytes, { flag: 'wx' }))
    saved.set(owner, file)
  }
  return saved
}

interface FileOfResult {
  readonly owner: object
  readonly bytes: Uint8Array
  readonly mimeType: string | undefined
}

function filesOf(block: WireContent | ResourceContents<string>, withText: boolean): readonly FileOfResult[] {
  if (!('type' in block)) return contentsOf(block, withText)
  if (block.type === 'resource') return contentsOf(block.resource, withText)
  if (block.type !== 'image' && block.type !== 'audio') return []
  return [{ owner: block, bytes: Buffer.from(block.data, 'base64'), mimeType: block.mimeType }]
}

function contentsOf(contents: ResourceContents<string>, withText: boolean): readonly FileOfResult[] {
  const { mimeType, text, blob } = contents
  if (text === undefined) return [{ owner: contents, bytes: Buffer.from(blob, 'base64'), mimeType }]
  return withText ? [{ owner: contents, bytes: Buffer.from(text), mimeType: mimeType ?? 'text/plain' }] : []
}

async function isFolderThere(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isDirectory() === true
}

async function attempt(file: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (cause) {
    throw toWriteError('--output', `"${file}"`, cause)
  }
}
