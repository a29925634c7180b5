import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { CacheHints } from '../../protocol/model/results.js'
import type { Skill } from '../../skills/skill.js'
import { paginate } from '../lists/paginate.js'
import type { ServedSkills } from './served-skills.js'

export interface SkillsScope {
  readonly served: ServedSkills
  readonly hints: CacheHints
  readonly pageSize: number | undefined
  /** Called with a skill that is left out of a list, since its files cannot be read. */
  readonly onLeftOut: (uri: string, reason: unknown) => void
}

/** @throws RpcError -32602 for an invalid cursor. spec: extensions/skills#listing-skills */
export async function listSkills(params: RpcParams, scope: SkillsScope): Promise<object> {
  const { items, nextCursor } = paginate([...scope.served.skills.keys()], (uri) => uri, pageOf(params, scope))
  const skills: Skill[] = []
  for (const uri of items) {
    try {
      const entry = await scope.served.entry(uri)
      if (entry !== undefined) skills.push(entry)
    } catch (reason) {
      scope.onLeftOut(uri, reason)
    }
  }
  return { skills, ...(nextCursor !== undefined && { nextCursor }), ...hintsOf(scope) }
}

/** @throws RpcError -32602 if there is no skill at that URI. spec: extensions/skills#getting-a-skill */
export async function getSkill(params: RpcParams, scope: SkillsScope): Promise<object> {
  const uri = uriOf(params)
  const skill = await scope.served.entry(uri)
  if (skill === undefined) throw RpcError.invalidParams(`No skill is served at ${uri}`)
  return { skill, ...hintsOf(scope) }
}

/** @throws RpcError -32602 if there is no directory at that URI. spec: extensions/skills#reading-directories */
export function readDirectory(params: RpcParams, scope: SkillsScope): object {
  const uri = uriOf(params)
  const children = scope.served.children(uri)
  if (children === undefined) throw RpcError.invalidParams(`${uri} is not a directory resource`)
  const { items, nextCursor } = paginate(children, (child) => child.uri, pageOf(params, scope))
  return { resources: items, ...(nextCursor !== undefined && { nextCursor }) }
}

function hintsOf({ hints: { ttlMs = 0, cacheScope = 'private' } }: SkillsScope): object {
  return { ttlMs, cacheScope }
}

function pageOf({ cursor }: RpcParams, { pageSize }: SkillsScope) {
  if (cursor !== undefined && typeof cursor !== 'string') throw RpcError.invalidParams('params.cursor must be a string')
  return { cursor, pageSize }
}

function uriOf({ uri }: RpcParams): string {
  if (typeof uri !== 'string') throw RpcError.invalidParams('params.uri must be a string')
  return uri
}
