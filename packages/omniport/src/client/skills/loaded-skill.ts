import type { Skill } from '../../skills/skill.js'
import type { CallOptions } from '../call-options.js'

/**
 * A skill whose `SKILL.md` was read and is what its entry says. Nothing else is read ahead of need.
 *
 * Its text comes from the server, as its entry does: that they fit says nothing of whether to trust them.
 *
 * spec: extensions/skills#integrity-and-verification
 */
export interface LoadedSkill {
  /** A copy of the entry that all its files are held to, for as long as the skill is used. */
  readonly entry: Skill
  /** The whole `SKILL.md`, with its frontmatter. */
  readonly text: string
  /**
   * Reads a file of the skill by its path relative to the directory of the skill, such as `references/forms.md`. The files of a
   * skill whose `resources` is an array are requested once.
   *
   * Rejects with OmniportError `invalid_result` for a path that the entry does not have or that leaves the skill, and for a file that
   * is not what the entry says; the message names the file, and says if its size or its digest differs. For a skill whose
   * `resources` is `'dynamic'`, whose files nothing verifies, rejects with `limit` when the files that were read are more than
   * 512, or have more than 16 MiB together.
   *
   * spec: extensions/skills#verification-on-read
   */
  read(path: string, options?: CallOptions): Promise<LoadedSkillFile>
}

/** A file of a skill that was read. */
export interface LoadedSkillFile {
  readonly uri: string
  /** As the server says; absent if it does not. */
  readonly mimeType?: string | undefined
  /** A copy of its own for each caller. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The bytes as text, with a byte order mark if there is one. Absent if they are not UTF-8. */
  readonly text?: string | undefined
}
