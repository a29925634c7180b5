import { homedir } from 'node:os'
import { relative } from 'node:path'
import process from 'node:process'
import type { ServerSettings } from '../../entries/host.js'

/** A configured server, without the values of its variables and headers. */
export interface ConfiguredServer {
  readonly name: string
  /** What its entry says; nothing was connected to. */
  readonly state: 'enabled' | 'disabled' | 'invalid'
  /** Its command line or URL. */
  readonly launch: string
  /** Its file, and the line there. */
  readonly source: string
  readonly description?: string | undefined
  readonly problem?: string | undefined
}

export function describeServer(name: string, settings: ServerSettings): ConfiguredServer {
  const { isDisabled, problem, description } = settings
  const state = isDisabled === true ? 'disabled' : problem === undefined ? 'enabled' : 'invalid'
  const launch = launchOf(settings)
  return { name, state, launch: problem ?? launch, source: sourceOf(settings), description, problem }
}

/** Addresses may have a password or a token in them: only where they lead is shown. */
function launchOf({ target }: ServerSettings): string {
  if (typeof target !== 'object') return ''
  if ('command' in target) return [target.command, ...(target.args ?? [])].join(' ')
  if (!('url' in target)) return ''
  const { origin, pathname } = new URL(target.url)
  return `${origin}${pathname}`
}

function sourceOf({ source }: ServerSettings): string {
  if (source === undefined) return ''
  return `${shortPath(source.file)}${source.line === undefined ? '' : `:${source.line}`}`
}

/** A path from the working folder, or from that of the user. */
export function shortPath(file: string): string {
  const here = relative(process.cwd(), file)
  if (!here.startsWith('..')) return here
  const home = relative(homedir(), file)
  return home.startsWith('..') ? file : `~/${home}`
}
