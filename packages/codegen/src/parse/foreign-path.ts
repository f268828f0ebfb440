/** Whether a file is not the user's to change: it belongs to a package, or is generated from other sources. */
export function isForeignPath(path: string, cwd: string): boolean {
  // The project itself may be in a folder of that name.
  const inside = path.startsWith(`${cwd}/`) ? path.slice(cwd.length) : path
  return inside.includes('/node_modules/') || /\.d\.[cm]?ts$/.test(inside)
}
