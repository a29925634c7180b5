import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OmniportError } from '../values/errors/omniport-error.js'
import { truncate } from '../values/text/truncate.js'

/**
 * The real path of `path`, if it lies within one of the roots: symbolic links are followed in the roots and in the path, and
 * on file systems that ignore case the case is that of the file. Read and write the returned path, not the given one.
 *
 * `path` is an absolute path or a `file:` URI; a path relative to the root is allowed where there is one root only. Percent
 * signs are decoded in URIs alone. The last parts of the path need not exist, so that it can be created; a link that leads
 * nowhere is refused. A root that is gone contains nothing.
 *
 * Whoever may change links within the roots can do so after the check: this confines the paths that a model or a client
 * names, and is no sandbox.
 *
 * spec: client/roots#security-considerations
 *
 * Rejects with TypeError when `path` is not a string, and with OmniportError `denied`, always with the same text, when it is
 * not within the roots or cannot be resolved.
 */
export async function pathWithin(roots: readonly { readonly uri: string }[], path: string): Promise<string> {
  if (typeof path !== 'string') throw new TypeError('pathWithin: path must be a string')
  const real = await resolveReal(absolutePath(path, roots)).catch((cause: unknown) => {
    throw refusal(path, cause)
  })
  for (const { uri } of roots) {
    const folder = await realRoot(uri)
    if (folder !== undefined && contains(folder, real)) return real
  }
  throw refusal(path)
}

/** @throws OmniportError `denied` */
function absolutePath(path: string, roots: readonly { readonly uri: string }[]): string {
  const local = /^file:/i.test(path) ? pathOf(path) : path
  if (local === undefined) throw refusal(path)
  if (isAbsolute(local)) return resolve(local)
  const [only, ...others] = roots
  const folder = only === undefined || others.length > 0 ? undefined : pathOf(only.uri)
  if (folder === undefined) throw refusal(path)
  return resolve(folder, local)
}

/** The path of a `file:` URI; undefined if it has none on this machine. */
function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

async function realRoot(uri: string): Promise<string | undefined> {
  const path = pathOf(uri)
  return path && realpath(path).catch(() => undefined)
}

/** Follows the links of the part that exists. Rejects with the error of the file system, or for a link that leads nowhere. */
async function resolveReal(path: string): Promise<string> {
  const missing: string[] = []
  for (let current = path; ; current = dirname(current)) {
    const real = await realPathIfThere(current)
    if (real !== undefined) return join(real, ...missing.reverse())
    missing.push(basename(current))
  }
}

async function realPathIfThere(path: string): Promise<string | undefined> {
  try {
    return await realpath(path)
  } catch (reason) {
    if (!isNotFound(reason)) throw reason
    // What is written to such a link ends up elsewhere.
    if (await isThere(path)) throw reason
    return undefined
  }
}

/** True if there is an entry of that name, be it a link that leads nowhere. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (reason) {
    if (isNotFound(reason)) return false
    throw reason
  }
}

function isNotFound(reason: unknown): boolean {
  return (reason as NodeJS.ErrnoException).code === 'ENOENT'
}

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** One text for all refusals, so that it does not tell what is outside the roots. */
function refusal(path: string, cause?: unknown): OmniportError {
  return new OmniportError('denied', `${JSON.stringify(truncate(path))} is not a path within the roots`, { cause })
}
