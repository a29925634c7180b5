import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { CliError } from '../errors/cli-error.js'
import type { ZipEntry } from './zip.js'

/** What never belongs into a bundle: secrets, other bundles, and what belongs to the machine that packs. */
const never =
  /(^|\/)(\.git|\.npmrc|\.env(\.[^/]*)?|\.DS_Store|\.mcpbignore|\.cache|[^/]*\.mcpb|[^/]*\.log)(\/|$)|node_modules\/\.bin(\/|$)/
const maxBytes = 256 * 1024 * 1024

/**
 * Reads all files below a folder, in the order of their paths, but for what `.mcpbignore` names and what never belongs there. Rejects with
 * CliError `usage` for a link that leads out, and for too much.
 */
export async function collectFiles(folder: string): Promise<readonly ZipEntry[]> {
  const root = await realpath(folder)
  const isIgnored = await readIgnored(root)
  const entries: ZipEntry[] = []
  let total = 0
  const visit = async (place: string, inPlace: string): Promise<void> => {
    for (const name of (await readdir(place)).sort()) {
      const path = inPlace === '' ? name : `${inPlace}/${name}`
      if (never.test(path) || isIgnored(path)) continue
      const real = await realpath(join(place, name))
      if (!isWithin(root, real)) throw new CliError('usage', `pack: ${path} is a link that leads out of the folder`)
      const found = await stat(real)
      if (found.isDirectory()) await visit(real, path)
      if (!found.isFile()) continue
      total += found.size
      if (total > maxBytes)
        throw new CliError(
          'usage',
          `pack: the files have more than ${maxBytes / 1024 / 1024} MiB; name some in .mcpbignore`,
        )
      entries.push({ path, bytes: await readFile(real), isExecutable: (found.mode & 0o100) !== 0 })
    }
  }
  await visit(root, '')
  return entries
}

function isWithin(root: string, real: string): boolean {
  const path = relative(root, real)
  return path !== '..' && !path.startsWith(`..${sep}`) && !/^([a-z]:|[\\/])/i.test(path)
}

/** A line is a path, or a name at any depth; `*` stands for any letters but a slash. */
async function readIgnored(root: string): Promise<(path: string) => boolean> {
  const text = await readFile(join(root, '.mcpbignore'), 'utf8').catch(() => '')
  const lines = text
    .split('\n')
    .map((line) => line.trim().replace(/\/$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
  const patterns = lines.map((line) => {
    const letters = line
      .replace(/^\//, '')
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\*+/g, '[^/]*')
    return new RegExp(`${line.includes('/') ? '^' : '(^|/)'}${letters}(/|$)`)
  })
  return (path) => patterns.some((pattern) => pattern.test(path))
}
