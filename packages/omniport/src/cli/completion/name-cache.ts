import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { Tool } from '../../entries/index.js'
import type { Prompt, Resource, ResourceTemplate } from '../../entries/protocol.js'
import type { TargetName } from '../command-line/invocation.js'
import { cacheFolder } from '../process/cache-folder.js'
import type { Io } from '../process/io.js'

/** The names of what a server offers, as it was last listed. */
export interface KnownNames {
  readonly tools?: Readonly<Record<string, readonly string[]>> | undefined
  readonly prompts?: Readonly<Record<string, readonly string[]>> | undefined
  readonly resources?: readonly string[] | undefined
}

/** The lists of a server; those that are left out stay as they are. */
export interface Offered {
  readonly tools?: readonly Tool[] | undefined
  readonly prompts?: readonly Prompt[] | undefined
  readonly resources?: readonly Resource[] | undefined
  readonly resourceTemplates?: readonly ResourceTemplate[] | undefined
}

/** Remembers what a server that has a name or URL offers, for the completion of shells. Never rejects: it is not needed. */
export async function rememberNames(target: TargetName, offered: Offered, { env }: Pick<Io, 'env'>): Promise<void> {
  if (target.type !== 'word') return
  const file = cacheFile(env)
  try {
    const all = await readAll(file)
    const before = all.get(target.word)
    all.delete(target.word)
    const rest = [...all].slice(-mostTargets)
    const text = JSON.stringify([...rest, [target.word, { ...before, ...toNames(offered) }]])
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const temporary = `${file}.${process.pid}.tmp`
    await writeFile(temporary, text, { mode: 0o600 })
    await rename(temporary, file)
  } catch {
    // A folder that cannot be written.
  }
}

/** The names that are remembered of a target. */
export async function readNames(target: string, { env }: Pick<Io, 'env'>): Promise<KnownNames> {
  return (await readAll(cacheFile(env))).get(target) ?? {}
}

const mostTargets = 99
const mostNames = 500

function toNames({ tools, prompts, resources }: Offered): KnownNames {
  return {
    ...(tools && {
      tools: toRecord(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])),
    }),
    ...(prompts && {
      prompts: toRecord(prompts.map(({ name, arguments: args = [] }) => [name, args.map((each) => each.name)])),
    }),
    ...(resources && { resources: resources.slice(0, mostNames).map(({ uri }) => uri) }),
  }
}

function toRecord(
  entries: readonly (readonly [string, readonly string[]])[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(entries.slice(0, mostNames))
}

function cacheFile(env: Io['env']): string {
  return join(cacheFolder(env), 'names.json')
}

async function readAll(file: string): Promise<Map<string, KnownNames>> {
  try {
    return new Map(JSON.parse(await readFile(file, 'utf8')) as [string, KnownNames][]) // written above
  } catch {
    return new Map()
  }
}
