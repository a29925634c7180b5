import type { CallOptions } from '../../client/call-options.js'
import type { Finding } from '../pins/scan/finding.js'
import type { HostSkill } from './host-skill.js'

/**
 * A skill that was allowed and loaded. All texts are of the server, whatever they say of themselves: they have no more authority
 * than other data, and grant no rights.
 *
 * spec: extensions/skills#security-considerations
 */
export interface LoadedHostSkill {
  readonly skill: HostSkill
  /** The whole `SKILL.md` for a model, within `<skill server="…" uri="…">`. The content cannot end this element. */
  readonly text: string
  /** Suspicious parts of `SKILL.md`. */
  readonly findings: readonly Finding[]
  /**
   * Reads a file of the skill from its server, by its path within the skill, after writing that to the audit log. It is checked
   * against the version that was allowed.
   *
   * Rejects with OmniportError `invalid_result` for a path that is not in that version, and for a file that differs from it; with
   * `closed` if the server was stopped or replaced. The skill has to be loaded again then.
   */
  read(path: string, options?: CallOptions): Promise<HostSkillFile>
}

/** A file of a skill. */
export interface HostSkillFile {
  readonly uri: string
  /** A claim of the server. */
  readonly mimeType?: string | undefined
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The file for a model, within `<skill-file server="…" uri="…">`; undefined if it is not text. */
  readonly text: string | undefined
  /** Suspicious parts of the text. */
  readonly findings: readonly Finding[]
}
