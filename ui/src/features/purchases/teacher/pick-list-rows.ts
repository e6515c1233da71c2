import type { PurchaseListItem } from '@/api/types';

type Picked = Pick<PurchaseListItem, 'id' | 'studentId' | 'studentName' | 'itemName'>;

/** The purchases of each student, in their order. */
export function groupByStudent<Row extends Picked>(purchases: readonly Row[]) {
  const students = new Map<string, { id: string; name: string; items: Row[] }>();
  for (const purchase of purchases) {
    const { studentId: id, studentName: name } = purchase;
    const student = students.get(id) ?? { id, name, items: [] };
    student.items.push(purchase);
    students.set(id, student);
  }
  return [...students.values()];
}

/** How many of each item are handed out, most first. */
export function sumOfItems(purchases: readonly Picked[]) {
  const counts = new Map<string, number>();
  for (const { itemName } of purchases) counts.set(itemName, (counts.get(itemName) ?? 0) + 1);
  const sums = [...counts].map(([name, count]) => ({ name, count }));
  return sums.sort((one, other) => other.count - one.count);
}
