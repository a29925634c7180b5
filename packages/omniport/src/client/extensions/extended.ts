import type { RevisionProfile } from '../../protocol/profile.js'

/** A result whose type belongs to an extension. */
export interface Extended {
  readonly type: 'extended'
  readonly resultType: string
  /** As the server sent it. */
  readonly result: Readonly<Record<string, unknown>>
  readonly profile: RevisionProfile
}
