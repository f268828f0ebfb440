/** Whether a condition becomes true, however slow the machine is. */
export async function until(condition: () => boolean): Promise<boolean> {
  for (let i = 0; i < 1000 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10))
  return condition()
}
