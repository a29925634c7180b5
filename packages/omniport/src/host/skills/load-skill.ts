import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import type { CallOptions } from '../../client/call-options.js'
import type { Client } from '../../client/client.js'
import type { LoadedSkill } from '../../client/skills/loaded-skill.js'
import { resolveInSkill, skillRootOf } from '../../skills/skill-uri.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { denialReason } from '../consent/decisions/denial-reason.js'
import { redactUrl } from '../consent/requests/redact-url.js'
import type { HostServices } from '../host-services.js'
import { textsOf } from '../pins/scan/definition-texts.js'
import type { Finding } from '../pins/scan/finding.js'
import { scanTexts } from '../pins/scan/scan-tool.js'
import type { HostedServer } from '../servers/hosted-server.js'
import { fieldsThatAsk } from './describe-entry.js'
import type { HostSkill } from './host-skill.js'
import type { HostSkillFile, LoadedHostSkill } from './loaded-host-skill.js'
import { tagSkillText } from './tag-skill-text.js'

/** A skill to load, as its server describes it now. Nothing of its content has been read. */
export interface SkillToLoad {
  readonly server: HostedServer
  readonly skill: HostSkill
  /** Skills of other servers with the same name there. */
  readonly sameName: readonly Pick<HostSkill, 'server' | 'uri'>[]
  readonly options: CallOptions
}

/**
 * Loads a skill after it was approved, pinned and written to the audit log: exactly the approved version. Rejects with OmniportError
 * `denied`, and otherwise as a client's `skill` does.
 *
 * spec: extensions/skills#reading-skill-content
 */
export async function loadSkill(given: SkillToLoad, services: HostServices): Promise<LoadedHostSkill> {
  const { server, skill } = given
  const abort = new LinkedAbortController(given.options.signal, server.supervisor.ending)
  const load = { ...given, options: { ...given.options, signal: abort.signal } }
  try {
    await approve(load, services)
    const { uri, definition } = skill
    const entry = { type: 'skill', server: server.name, uri: redactUrl(uri), definition, action: 'load' } as const
    await waitFor(services.audit.append(entry), { clock: services.runtime, signal: abort.signal })
    await services.skillPins.pin(server.name, uri, definition)
    const { client, loaded } = await open(load)
    const { text } = loaded
    return {
      skill,
      text: tagSkillText('skill', skill, text),
      findings: findingsIn(text),
      read: createReader({ server, skill, client, loaded }, services),
    }
  } finally {
    abort.unlink()
  }
}

async function approve({ server, skill, sameName, options }: SkillToLoad, { consent }: HostServices): Promise<void> {
  if (skill.state === 'blocked') throw notLoaded(skill, 'it is not the version that is pinned; see approveSkill')
  const request = { type: 'skill', server: server.name, skill, asksFor: fieldsThatAsk(skill.entry), sameName } as const
  const signal = options.signal ?? server.supervisor.ending
  const { answer, by } = await consent.decide(request, { launch: server.launch, signal })
  if (answer === 'deny') throw notLoaded(skill, denialReason(by))
}

function notLoaded({ name }: HostSkill, why: string): OmniportError {
  return new OmniportError('denied', `${name} was not loaded: ${why}`)
}

interface OpenSkill {
  readonly client: Client
  readonly loaded: LoadedSkill
}

function open({ server, skill, options }: Omit<SkillToLoad, 'sameName'>): Promise<OpenSkill> {
  const load = async (client: Client) => ({ client, loaded: await client.skill(skill.entry, options) })
  return server.supervisor.use(load, options.signal)
}

/** Reads are bound to the server of the skill, and to the version that was allowed. */
function createReader(
  { server, skill, ...opened }: OpenSkill & Pick<SkillToLoad, 'server' | 'skill'>,
  { audit }: HostServices,
): LoadedHostSkill['read'] {
  let { client, loaded } = opened
  return async (path, options = {}): Promise<HostSkillFile> => {
    const read = async (current: Client) => {
      await audit.append({ type: 'resource', server: server.name, uri: redactUrl(uriOf(skill, path)) })
      // After a reconnect the same version is held to the same digests. One that nobody can verify has to be allowed again.
      if (client !== current && skill.files !== 'dynamic') {
        ;({ client, loaded } = { client: current, loaded: await current.skill(skill.entry, options) })
      }
      return loaded.read(path, options)
    }
    const { uri, mimeType, bytes, text } = await server.supervisor.use(read, options.signal)
    const forModel = text === undefined ? undefined : tagSkillText('skill-file', { server: server.name, uri }, text)
    const findings = text === undefined ? [] : findingsIn(text)
    return { uri, bytes, text: forModel, findings, ...(mimeType !== undefined && { mimeType }) }
  }
}

/** A path that leads nowhere is recorded as it was given; the read rejects. */
function uriOf({ uri }: HostSkill, path: string): string {
  return resolveInSkill(skillRootOf(uri) ?? uri, String(path)) ?? `${uri} ${path}`
}

function findingsIn(text: string): readonly Finding[] {
  return scanTexts(textsOf('', text))
}
