/** One challenge of a header `WWW-Authenticate`. spec: RFC 9110 section 11.6.1 */
export interface Challenge {
  /** In lower case, like `bearer` and `dpop`. */
  readonly scheme: string
  /** What a scheme may have instead of parameters. */
  readonly token68?: string | undefined
  /** By their names in lower case; the values are as the peer wrote them, without quotes and escapes. */
  readonly params: ReadonlyMap<string, string>
}
