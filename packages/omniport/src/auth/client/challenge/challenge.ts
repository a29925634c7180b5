/** One challenge of a header `WWW-Authenticate`. spec: RFC 9110 section 11.6.1 */
export interface Challenge {
  /** In lower case, like `bearer` and `dpop`. */
  readonly scheme: string
  /** The value that a scheme may have instead of parameters. */
  readonly token68?: string | undefined
  /** By names in lower case; the values are unquoted and unescaped. */
  readonly params: ReadonlyMap<string, string>
}
