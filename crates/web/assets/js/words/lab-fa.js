// What the lab says in English, in Persian: whole texts, and patterns with numbers in them.

export const texts = {
  'Connect Four': 'چهار در یک ردیف',
  SIM: 'سیم',
  'Pac-Man': 'پک‌من',
  'Pac-Man grid': 'پک‌من جدولی',
  Tree: 'درخت دست‌نویس',
  Yellow: 'زرد',
  Red: 'قرمز',
  Blue: 'آبی',
  max: 'بیشینه',
  min: 'کمینه',
  person: 'یک نفر',
  even: 'برابر',
  easy: 'آسان',
  medium: 'متوسط',
  hard: 'سخت',
  perfect: 'بی‌خطا',
  'to move': 'نوبت',
  stones: 'مهره‌ها',
  'edges left': 'یال‌های مانده',
  score: 'امتیاز',
  'food left': 'غذای مانده',
  'capsules left': 'کپسول‌های مانده',
};

export const patterns = [
  [/^win in (\d+)$/, (m, say, digits) => `برد در ${digits(m[1])}`],
  [/^loss in (\d+)$/, (m, say, digits) => `باخت در ${digits(m[1])}`],
  [/^at most (.+)$/, (m, say) => `دست بالا ${say(m[1])}`],
  [/^(.+) to move$/, (m, say) => `نوبت ${say(m[1])}`],
  [/^(.+) wins$/, (m, say) => `${say(m[1])} برد`],
  [/^Ghost (\d+)$/, (m, say, digits) => `روح ${digits(m[1])}`],
];
