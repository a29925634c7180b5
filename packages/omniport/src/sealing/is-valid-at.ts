/** The time that a sealed value is valid for, in milliseconds since 1970. */
export interface Validity {
  readonly issuedAt: number
  readonly expiresAt: number
}

/** The tolerated difference between the clocks of the nodes of one service. */
export const maxSkewMs = 60_000

/**
 * Tells if a sealed value is valid now, until it expires. A value from the future, by more than the tolerated difference, is
 * not: on a node whose clock is behind it would be valid for that much longer.
 */
export function isValidAt({ issuedAt, expiresAt }: Validity, now: number): boolean {
  return issuedAt <= now + maxSkewMs && now < expiresAt
}
