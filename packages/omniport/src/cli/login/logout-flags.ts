/** The options of `logout` alone. */
export interface LogoutFlags {
  /** True: of all servers. */
  readonly all?: true | undefined
}
