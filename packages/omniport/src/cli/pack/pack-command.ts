import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { VerbLine } from '../command-line/verb.js'
import { CliError } from '../errors/cli-error.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { checkServerJson } from './check-server-json.js'
import { collectFiles } from './collect-files.js'
import type { PackFlags } from './pack-flags.js'
import { readManifest } from './read-manifest.js'
import { createZip } from './zip.js'

/** `pack [folder]` makes one file of a server and its dependencies, an MCP bundle, which hosts install. */
export async function packCommand({ words, command, options, flags }: VerbLine<PackFlags>, io: Io): Promise<number> {
  const [given = '.', extra] = words
  if (extra !== undefined || command !== undefined) {
    throw new CliError('usage', `pack takes one folder, got "${extra ?? '--'}" as well`)
  }
  const folder = resolve(io.cwd, given)
  const manifest = await readManifest(folder)
  const hasServerJson = await checkServerJson(folder)
  const files = (await collectFiles(folder)).filter(({ path }) => path !== 'manifest.json')
  if (!files.some(({ path }) => path === manifest.entryPoint)) {
    throw new CliError('usage', `pack: ${manifest.entryPoint}, where the server starts, is not among the files`)
  }
  if (!files.some(({ path }) => path.startsWith('node_modules/'))) {
    io.warn('there is no node_modules; a bundle needs its dependencies, unless they are in its files')
  }
  const text = { path: 'manifest.json', bytes: Buffer.from(manifest.text), isExecutable: false }
  const archive = createZip([text, ...files])
  const name = `${manifest.name.replace(/[^\w.-]+/g, '-')}-${manifest.version}.mcpb`
  const file = resolve(io.cwd, flags.out ?? name)
  await writeFile(file, archive)
  const value = {
    file,
    files: files.length + 1,
    bytes: archive.length,
    sha256: createHash('sha256').update(archive).digest('hex'),
    manifest: manifest.isMade ? 'package.json' : 'manifest.json',
    ...(hasServerJson && { serverJson: 'ok' }),
  }
  const line = `${basename(file)}: ${value.files} files, ${value.bytes} bytes, sha256 ${value.sha256}`
  await writeResult({ value, toText: () => line }, options, io)
  return 0
}
