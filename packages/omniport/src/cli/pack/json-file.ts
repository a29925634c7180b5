import { readFile } from 'node:fs/promises'
import { CliError } from '../errors/cli-error.js'

/** An object of a JSON file. */
export interface FileObject {
  readonly [name: string]: unknown
}

export function isFileObject(value: unknown): value is FileObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object in a file of JSON; undefined where there is no file. Rejects with CliError `usage`. */
export async function readJson(path: string): Promise<FileObject | undefined> {
  const text = await readFile(path, 'utf8').catch((error: { readonly code?: unknown }) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const value = parse(text)
  if (!isFileObject(value)) throw new CliError('usage', `pack: ${path} is no JSON object`)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
