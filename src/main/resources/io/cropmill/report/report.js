'use strict';
(() => {
  const root = document.documentElement;
  const grouped = new Intl.NumberFormat('en-US');

  function bytes(number) {
    if (number < 1000) {
      return number + ' B';
    }
    const units = ['kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
    let value = number / 1000;
    let unit = 0;
    while (value >= 999.995) {
      value /= 1000;
      unit++;
    }
    return value.toFixed(2) + ' ' + units[unit];
  }

  // The forms of Column.java.
  const forms = {
    text: value => value,
    count: value => grouped.format(value),
    optional: value => (value < 0 ? '' : grouped.format(value)),
    findings: value => grouped.format(value),
    bytes,
  };

  function stored(id) {
    return JSON.parse(document.getElementById(id).textContent);
  }

  // Tables: all rows are data, a page of them is in the document. Text goes in as textContent only.

  class DataTable {
    constructor(element) {
      this.element = element;
      this.rows = stored(element.id + '-data');
      this.pageSize = Number(element.dataset.page);
      this.columns = [...element.querySelectorAll('thead th')].map(head => ({
        head,
        label: head.textContent,
        form: head.className,
      }));
      this.order = this.rows.map((row, index) => index);
      this.sorted = null;
      this.first = 0;
      this.columns.forEach((column, index) => this.makeSortable(column, index));
      this.connect();
      this.show();
    }

    makeSortable(column, index) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = column.label;
      button.addEventListener('click', () => this.sort(index));
      column.head.replaceChildren(button);
    }

    connect() {
      const find = selector => this.element.querySelector(selector);
      this.search = find('input[type=search]');
      this.flagged = find('input[type=checkbox]');
      this.previous = find('.previous');
      this.next = find('.next');
      find('.controls').hidden = false;
      this.search.addEventListener('input', () => this.filter());
      this.flagged?.addEventListener('input', () => this.filter());
      this.previous.addEventListener('click', () => this.turn(-this.pageSize));
      this.next.addEventListener('click', () => this.turn(this.pageSize));
    }

    // Text rises first, numbers fall first: the largest are what one looks for.
    sort(index) {
      const text = this.columns[index].form === 'text';
      const natural = text ? 1 : -1;
      const again = this.sorted?.index === index;
      this.sorted = { index, direction: again ? -this.sorted.direction : natural };
      this.columns.forEach((column, i) => {
        if (i === index) {
          column.head.setAttribute('aria-sort', this.sorted.direction > 0 ? 'ascending' : 'descending');
        } else {
          column.head.removeAttribute('aria-sort');
        }
      });
      this.filter();
    }

    filter() {
      const wanted = this.search.value.trim().toLowerCase();
      const texts = this.indexes('text');
      const findings = this.flagged?.checked ? this.indexes('findings') : null;
      this.order = [...this.rows.keys()].filter(i => {
        const row = this.rows[i];
        return (!findings || findings.some(column => row[column] > 0))
          && (!wanted || texts.some(column => row[column].toLowerCase().includes(wanted)));
      });
      if (this.sorted) {
        const { index, direction } = this.sorted;
        this.order.sort((i, j) => {
          const a = this.rows[i][index];
          const b = this.rows[j][index];
          return a < b ? -direction : a > b ? direction : i - j;
        });
      }
      this.first = 0;
      this.show();
    }

    indexes(form) {
      return [...this.columns.keys()].filter(index => this.columns[index].form === form);
    }

    turn(rows) {
      this.first += rows;
      this.show();
      this.element.scrollIntoView({ block: 'nearest' });
    }

    show() {
      const shown = this.order.slice(this.first, this.first + this.pageSize);
      this.element.querySelector('tbody').replaceChildren(...shown.map(index => this.line(this.rows[index])));
      const last = this.first + shown.length;
      const all = this.order.length < this.rows.length ? ' (' + grouped.format(this.rows.length) + ' in all)' : '';
      this.element.querySelector('.status').textContent = shown.length === 0
        ? 'No rows' + all
        : 'Rows ' + grouped.format(this.first + 1) + '\u2013' + grouped.format(last)
          + ' of ' + grouped.format(this.order.length) + all;
      this.element.querySelector('.pager').hidden = this.order.length <= this.pageSize;
      this.previous.disabled = this.first === 0;
      this.next.disabled = last >= this.order.length;
    }

    line(row) {
      const line = document.createElement('tr');
      line.append(...this.columns.map((column, index) => {
        const cell = document.createElement('td');
        cell.textContent = forms[column.form](row[index]);
        cell.dataset.label = column.label;
        cell.className = column.form;
        if (column.form === 'findings' && row[index] > 0) {
          cell.classList.add('flagged');
        }
        if (column.label === 'Severity') {
          cell.classList.add('severity-' + row[index]);
        }
        return cell;
      }));
      return line;
    }
  }

  // Charts: drawn anew whenever the colours of the page change.

  const data = stored('chart-data');
  let charts = [];

  function color(name) {
    return getComputedStyle(root).getPropertyValue(name).trim();
  }

  function axis(options, ticks) {
    return {
      grid: { color: color('--line') },
      border: { color: color('--line') },
      ticks: { color: color('--muted'), ...ticks },
      ...options,
    };
  }

  function title(text) {
    return { title: { display: true, text, color: color('--muted') } };
  }

  function short(text) {
    return text.length > 22 ? text.slice(0, 10) + '\u2026' + text.slice(-11) : text;
  }

  function bytesChart() {
    return {
      type: 'bar',
      data: {
        labels: ['before', 'after'],
        datasets: data.bytes.map(([name, size], index) => ({
          label: name,
          data: index === 0 ? [size, null] : [null, size],
          backgroundColor: color('--series-' + (index === 0 ? 1 : 2 + (index - 1) % 4)),
          barPercentage: 0.75,
        })),
      },
      options: {
        indexAxis: 'y',
        scales: {
          x: axis({ stacked: true }, { callback: bytes, maxTicksLimit: 5, maxRotation: 0 }),
          y: axis({ stacked: true, grid: { display: false } }),
        },
        plugins: {
          legend: { position: 'bottom', labels: { color: color('--ink'), boxWidth: 12, boxHeight: 12 } },
          tooltip: { callbacks: { label: item => item.dataset.label + ': ' + bytes(item.raw) } },
        },
      },
    };
  }

  function histogramChart() {
    return {
      type: 'bar',
      data: {
        labels: data.histogram.map(([label]) => label),
        datasets: [{
          label: 'crops',
          data: data.histogram.map(([, crops]) => crops),
          backgroundColor: color('--series-2'),
          categoryPercentage: 1,
          barPercentage: 0.94,
        }],
      },
      options: {
        scales: {
          x: axis(
            { grid: { display: false }, ...title('points in a crop, from') },
            { maxTicksLimit: 9, maxRotation: 0, callback: index => data.histogram[index][0].split('\u2013')[0] },
          ),
          y: axis({ beginAtZero: true, ...title('crops') }, { precision: 0, maxTicksLimit: 6 }),
        },
        plugins: { legend: { display: false } },
      },
    };
  }

  function lostChart() {
    return {
      type: 'bar',
      data: {
        labels: data.lost.map(([recording]) => recording),
        datasets: [{
          label: 'points lost',
          data: data.lost.map(([, points]) => points),
          backgroundColor: color('--series-4'),
          maxBarThickness: 22,
        }],
      },
      options: {
        indexAxis: 'y',
        scales: {
          x: axis({ beginAtZero: true, ...title('points lost') }, { precision: 0, maxTicksLimit: 5, maxRotation: 0 }),
          y: axis({ grid: { display: false } }, { autoSkip: false, callback: index => short(data.lost[index][0]) }),
        },
        plugins: { legend: { display: false } },
      },
    };
  }

  function draw() {
    charts.forEach(chart => chart.destroy());
    charts = [['chart-bytes', bytesChart], ['chart-histogram', histogramChart], ['chart-lost', lostChart]]
      .map(([id, describe]) => [document.getElementById(id), describe])
      .filter(([canvas]) => canvas !== null)
      .map(([canvas, describe]) => {
        canvas.closest('figure').hidden = false;
        return new Chart(canvas, describe());
      });
  }

  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;
  Chart.defaults.locale = 'en-US';
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;

  document.querySelectorAll('.data-table').forEach(element => new DataTable(element));
  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('beforeprint', () => {
    root.toggleAttribute('data-printing', true);
    draw();
  });
  addEventListener('afterprint', () => {
    root.toggleAttribute('data-printing', false);
    draw();
  });
})();
