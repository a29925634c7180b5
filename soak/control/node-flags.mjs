/** How the programs of the soak are run: they collect garbage when they are told to. */
export const nodeFlags = ['--expose-gc', '--trace-warnings']
